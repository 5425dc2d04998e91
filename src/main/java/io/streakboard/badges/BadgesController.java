package io.streakboard.badges;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streakboard.badges.GivenTable.IssuedBadge;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.web.CallerLanguage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A learner's own badges. */
@RestController
@ForLearners
class BadgesController {

    /**
     * @param level the number in the condition
     * @param givenAt null: not given yet
     * @param withdrawnAt when an admin has withdrawn it; null: it was not withdrawn
     */
    record BadgeLevel(
            long level, @Nullable Instant givenAt, @Nullable Instant withdrawnAt) {}

    /**
     * @param condition when it is given; `N` stands for the level
     * @param value how far the learner is, 0 at first; null: the learner has all levels, or no rank yet
     * @param levels the easiest first
     */
    record BadgeOfLearner(
            String name,
            String title,
            String description,
            @Nullable String image,
            String condition,
            @Nullable Long value,
            List<BadgeLevel> levels) {}

    record BadgesOfLearner(List<BadgeOfLearner> items) {}

    private final BadgeSection badges;
    private final GivenTable given;
    private final LearnerStatistics statistics;

    BadgesController(BadgeSection badges, GivenTable given, LearnerStatistics statistics) {
        this.badges = badges;
        this.given = given;
        this.statistics = statistics;
    }

    /** All badges, and the levels that the learner has. With the progress of badges that have further levels. */
    @GetMapping({"/api/badges", "/api/learners/{learner}/badges"})
    BadgesOfLearner badges(CurrentLearner learner) {
        var known = new KnownLevels(given.of(learner.id()));
        var open = badges.all().stream()
                .filter(badge -> known.of(badge).size() < badge.levels().size())
                .map(Badge::criterion)
                .collect(toSet());
        var values = statistics.of(open, List.of(learner.id()));
        return new BadgesOfLearner(badges.all().stream()
                .map(badge -> {
                    var value = values.getOrDefault(badge.criterion(), Map.of()).get(learner.id());
                    return item(
                            badge,
                            known.of(badge),
                            value == null ? badge.criterion().atFirst() : value);
                })
                .toList());
    }

    private record KnownLevels(List<IssuedBadge> all) {

        Map<Long, IssuedBadge> of(Badge badge) {
            return all.stream()
                    .filter(each ->
                            each.badge().equals(badge.name()) && badge.levels().contains(each.level()))
                    .collect(toMap(IssuedBadge::level, Function.identity()));
        }
    }

    private static BadgeOfLearner item(Badge badge, Map<Long, IssuedBadge> given, @Nullable Long value) {
        return new BadgeOfLearner(
                badge.name(),
                CallerLanguage.of(badge.title()),
                CallerLanguage.of(badge.description()),
                badge.image(),
                badge.condition().text(),
                given.size() == badge.levels().size() ? null : value,
                badge.levels().stream()
                        .map(level -> {
                            var found = given.get(level);
                            return found == null
                                    ? new BadgeLevel(level, null, null)
                                    : new BadgeLevel(level, found.givenAt(), found.withdrawnAt());
                        })
                        .toList());
    }
}
