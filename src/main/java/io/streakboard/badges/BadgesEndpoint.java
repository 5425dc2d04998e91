package io.streakboard.badges;

import io.streakboard.badges.GivenTable.LevelCount;
import io.streakboard.badges.RunTable.RunForBadges;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.runs.RunUnderWay;
import io.streakboard.web.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/badges}: how often each badge was given, and the last run over all learners. {@code give} gives a
 * learner a level, {@code withdraw} takes it away, {@code run} begins a run.
 */
@Component
@Endpoint(id = "badges")
class BadgesEndpoint {

    record DefinedBadge(String name, String condition, List<Long> levels) {}

    /**
     * @param given awards per level, also of badges that are no longer configured
     * @param run the last run, or the one under way; null: there was none
     */
    record BadgesReport(
            List<DefinedBadge> badges,
            List<LevelCount> given,
            @Nullable RunForBadges run) {}

    private final BadgeSection badges;
    private final GivenTable given;
    private final BadgeAwarder awarder;
    private final RunTable runs;
    private final DueBadges due;
    private final LearnerKeys keys;

    BadgesEndpoint(
            BadgeSection badges,
            GivenTable given,
            BadgeAwarder awarder,
            RunTable runs,
            DueBadges due,
            LearnerKeys keys) {
        this.keys = keys;
        this.badges = badges;
        this.given = given;
        this.awarder = awarder;
        this.runs = runs;
        this.due = due;
    }

    @ReadOperation
    BadgesReport report() {
        return new BadgesReport(
                badges.all().stream()
                        .map(badge ->
                                new DefinedBadge(badge.name(), badge.condition().text(), badge.levels()))
                        .toList(),
                given.counts(),
                runs.last().orElse(null));
    }

    /** @param level may be left out if the badge has one level only */
    @WriteOperation
    BadgesReport act(String action, @Nullable String learner, @Nullable String badge, @Nullable Long level) {
        switch (action) {
            case "give" -> give(learner(learner), badge(name(badge)), level);
            case "withdraw" -> withdraw(learner(learner), name(badge), level);
            case "run" -> run();
            default -> throw Problem.noneOf("action", List.of("give", "withdraw", "run"));
        }
        return report();
    }

    private void give(long learner, Badge badge, @Nullable Long level) {
        if (!awarder.grant(learner, badge, level(badge, level))) {
            throw Problem.invalid("learner", "has been deleted", "deleted");
        }
    }

    /** Also of a badge or a level that is no longer configured. */
    private void withdraw(long learner, String badge, @Nullable Long level) {
        if (!awarder.withdraw(learner, badge, level == null ? level(badge(badge), null) : level)) {
            throw Problem.invalid("badge", "the learner does not have this level", "not-given");
        }
    }

    private void run() {
        if (due.begin().isEmpty()) {
            throw RunUnderWay.of("A run over all learners is under way; see /actuator/badges");
        }
    }

    private long learner(@Nullable String learner) {
        if (learner == null) {
            throw Problem.invalid("learner", "is required", "required");
        }
        return keys.named("learner", learner);
    }

    private static String name(@Nullable String badge) {
        if (badge == null) {
            throw Problem.invalid("badge", "is required", "required");
        }
        return badge;
    }

    private Badge badge(String name) {
        return badges.named(name).orElseThrow(() -> Problem.invalid("badge", "no badge has this name", "unknown"));
    }

    private static long level(Badge badge, @Nullable Long level) {
        if (level == null && badge.levels().size() == 1) {
            return badge.levels().getFirst();
        }
        if (level == null || !badge.levels().contains(level)) {
            throw Problem.invalid("level", "must be one of " + badge.levels(), "one-of");
        }
        return level;
    }
}
