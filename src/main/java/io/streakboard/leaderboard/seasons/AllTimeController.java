package io.streakboard.leaderboard.seasons;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.identity.LearnerFigures;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.seasons.SummaryController.SeasonRef;
import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A learner's points and days in all seasons together. */
@RestController
@ForLearners
class AllTimeController {

    private static final String SIGNED_DAYS = "signedDays";

    /**
     * @param points including the opening balance
     * @param opening the points from before the first season
     * @param seasons number of seasons in which the learner has points
     * @param signedDays number of days that the learner ever signed
     * @param degraded whether signed days may be missing for the moment
     */
    record AllTime(long points, long opening, int seasons, int signedDays, boolean degraded) {}

    /**
     * @param rank null if the learner had no points
     * @param reachedAt when the learner reached the points, to the second; null without any
     * @param learners number of learners with points
     */
    record RankOfSeason(
            SeasonRef season,
            Instant endsAt,
            @Nullable Long rank,
            long points,
            @Nullable Instant reachedAt,
            long learners) {

        static RankOfSeason of(Season season, @Nullable Standing standing) {
            return new RankOfSeason(
                    new SeasonRef(season.id(), season.name()),
                    season.endsAt(),
                    standing == null ? null : standing.rank(),
                    standing == null ? 0 : standing.points(),
                    standing == null ? null : standing.reachedAt(),
                    requireNonNull(season.learners()));
        }
    }

    record RanksPage(List<RankOfSeason> items, int page, int size, int total) {}

    private final AllTimeFigures allTime;
    private final BoardTable boards;
    private final Seasons seasons;
    private final LearnerFigures days;

    AllTimeController(AllTimeFigures allTime, BoardTable boards, Seasons seasons, List<LearnerFigures> figures) {
        this.allTime = allTime;
        this.boards = boards;
        this.seasons = seasons;
        this.days = figures.stream()
                .filter(each -> each.names().contains(SIGNED_DAYS))
                .findFirst()
                .orElseThrow();
    }

    /** All points and signed days of the learner. Of all seasons, up to this moment. */
    @GetMapping({"/api/points/all-time", "/api/learners/{learner}/points/all-time"})
    AllTime allTime(CurrentLearner learner) {
        var found = allTime.of(List.of(learner.id())).get(learner.id());
        var signed = days.of(List.of(learner.id()));
        return new AllTime(
                found == null ? 0 : found.points(),
                found == null ? 0 : found.opening(),
                found == null ? 0 : found.seasons(),
                signedDays(signed.of(), learner.id()),
                signed.degraded());
    }

    private static int signedDays(Map<Long, Map<String, @Nullable Object>> figures, long learner) {
        return figures.getOrDefault(learner, Map.of()).get(SIGNED_DAYS) instanceof Integer number ? number : 0;
    }

    /**
     * The ranks of the learner in settled seasons. Latest season first. The rank of the current season is in the
     * summary; ranks of earlier days are not kept.
     */
    @GetMapping({"/api/points/ranks", "/api/learners/{learner}/points/ranks"})
    RanksPage ranks(
            CurrentLearner learner,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        var settled = seasons.newestFirst().stream()
                .filter(season -> season.state() == State.SETTLED)
                .toList();
        var shown = settled.stream().skip((page - 1L) * size).limit(size).toList();
        var standings = boards.ofLearner(shown.stream().map(Season::id).toList(), learner.id());
        return new RanksPage(
                shown.stream()
                        .map(season -> RankOfSeason.of(season, standings.get(season.id())))
                        .toList(),
                page,
                size,
                settled.size());
    }
}
