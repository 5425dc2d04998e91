package io.streakboard.rewards;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.season.Seasons;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A learner's own rewards and titles. */
@RestController
@ForLearners
class RewardController {

    record RewardedSeason(long id, String name, Instant endsAt) {}

    record RewardOfSeason(
            RewardedSeason season,
            long rank,
            int points,
            @Nullable String title) {}

    record RewardsPage(List<RewardOfSeason> items, int page, int size, int total) {}

    record PrizeItem(
            String board,
            String period,
            long rank,
            int points,
            @Nullable String title,
            Instant givenAt) {}

    record PrizesPage(List<PrizeItem> items, int page, int size, long total) {}

    private final PrizeTable prizes;
    private final RewardSection rules;
    private final Seasons seasons;

    RewardController(PrizeTable prizes, RewardSection rules, Seasons seasons) {
        this.prizes = prizes;
        this.rules = rules;
        this.seasons = seasons;
    }

    /** The rewards and titles of the learner. The latest season comes first. */
    @GetMapping({"/api/rewards", "/api/learners/{learner}/titles"})
    RewardsPage rewards(
            CurrentLearner learner,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        var all = prizes.ofSeasons(learner.id());
        var items = all.stream()
                .map(this::item)
                .sorted(Comparator.comparing(
                                (RewardOfSeason item) -> item.season().endsAt())
                        .reversed())
                .skip((page - 1L) * size)
                .limit(size)
                .toList();
        return new RewardsPage(items, page, size, all.size());
    }

    /** The prizes of the learner for ranks on boards that became final. Latest first. */
    @GetMapping({"/api/prizes", "/api/learners/{learner}/prizes"})
    PrizesPage prizes(
            CurrentLearner learner,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        var items = prizes.ofBoards(learner.id(), (page - 1L) * size, size).stream()
                .map(each -> new PrizeItem(
                        each.board(), each.period(), each.rank(), each.points(), rules.shown(each), each.at()))
                .toList();
        return new PrizesPage(items, page, size, prizes.countOfBoards(learner.id()));
    }

    private RewardOfSeason item(Prize reward) {
        var season = seasons.byId(reward.edition());
        return new RewardOfSeason(
                new RewardedSeason(season.id(), season.name(), season.endsAt()),
                reward.rank(),
                reward.points(),
                rules.shown(reward));
    }
}
