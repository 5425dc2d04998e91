package io.streakboard.leaderboard.seasons;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.web.Outage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A learner's summary of the current season. */
@RestController
@ForLearners
class SummaryController {

    /**
     * @param rank null if the learner is not ranked
     * @param toNextRank points needed to pass the next learner above; null for the first, and if not ranked
     * @param degraded whether the figures may be wrong for the moment
     */
    record Summary(
            SeasonRef season,
            long points,
            @Nullable Long rank,
            @Nullable Long toNextRank,
            boolean degraded) {}

    record SeasonRef(long id, String name) {}

    private final SeasonBoards boards;
    private final Seasons seasons;

    SummaryController(SeasonBoards boards, Seasons seasons) {
        this.boards = boards;
        this.seasons = seasons;
    }

    /** Points and rank of the learner. On the live board of the current season. */
    @GetMapping({"/api/points/summary", "/api/learners/{learner}/points/summary"})
    Summary summary(CurrentLearner learner) {
        var season = seasons.current();
        var page = boards.of(season).above(Long.toString(learner.id()));
        var mine = page.degraded() ? null : page.mine();
        return new Summary(
                new SeasonRef(season.id(), season.name()),
                mine == null ? stored(season, learner, page.degraded()) : mine.score(),
                mine == null ? null : mine.rank(),
                mine == null ? null : toNextRank(page.entries(), mine),
                page.degraded() || Outage.ofMySql());
    }

    /** Without a rank there are no points, unless Redis lacks the board. */
    private long stored(Season season, CurrentLearner learner, boolean degraded) {
        return degraded ? boards.score(season, learner.id()).map(Score::score).orElse(0L) : 0;
    }

    /**
     * The first to reach a score ranks first, so passing the next learner takes one point more than that learner has.
     */
    private static @Nullable Long toNextRank(List<Entry> above, Entry mine) {
        return above.isEmpty() ? null : above.getFirst().score() - mine.score() + 1;
    }
}
