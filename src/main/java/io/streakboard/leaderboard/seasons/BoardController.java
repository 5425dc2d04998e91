package io.streakboard.leaderboard.seasons;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.identity.LearnerNames;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Entry.Direction;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.Refuses;
import io.streakboard.web.RowCache;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The points board of any season, live or settled: one shape for both. */
@RestController
@ForLearners
class BoardController {

    record SeasonView(long id, String name, State state) {}

    record BoardRow(
            long rank,
            long learner,
            @Nullable String name,
            long points,
            Instant reachedAt,
            @Nullable Direction trend,
            @Nullable Long delta) {}

    record Me(long rank, long points) {}

    record BoardView(
            String board,
            SeasonView season,
            long total,
            List<BoardRow> items,
            @Nullable Me me,
            boolean degraded) {}

    /**
     * @param rank null if the learner is not ranked
     * @param toNextRank how many points it takes to pass the next learner above; null for the first, and if not ranked
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
    private final LearnerNames names;
    private final RowCache<Entry, BoardRow> pages = new RowCache<>();

    BoardController(SeasonBoards boards, Seasons seasons, LearnerNames names) {
        this.boards = boards;
        this.seasons = seasons;
        this.names = names;
    }

    /** A page of the points board. The same for live and settled seasons. */
    @Refuses("season-not-found")
    @GetMapping("/api/boards/points")
    BoardView page(
            CurrentLearner learner,
            @RequestParam(defaultValue = Cycles.CURRENT) String season,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000_000) int page,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        var found = seasons.find(season);
        var read = boards.compared(found, boards.of(found).page((page - 1L) * size, size, member(learner)));
        return view(found, read, pages.of(read.entries(), this::rows));
    }

    /** The points board around the learner who calls. Nothing if the learner is not ranked. */
    @Refuses("season-not-found")
    @GetMapping("/api/boards/points/around-me")
    BoardView aroundMe(
            CurrentLearner learner,
            @RequestParam(defaultValue = Cycles.CURRENT) String season,
            @RequestParam(defaultValue = "5") @Min(0) @Max(50) int radius) {
        var found = seasons.find(season);
        return view(found, boards.of(found).around(member(learner), radius, member(learner)));
    }

    /** Some learners on the points board. Those that are ranked, by rank. */
    @Refuses("season-not-found")
    @GetMapping("/api/boards/points/learners")
    BoardView learners(
            CurrentLearner learner,
            @RequestParam(defaultValue = Cycles.CURRENT) String season,
            @RequestParam @NotEmpty @Size(max = 100) List<@Positive Long> ids) {
        var found = seasons.find(season);
        return view(
                found,
                boards.of(found).among(ids.stream().map(id -> Long.toString(id)).toList(), member(learner)));
    }

    /** Points and rank of the learner who calls. On the live board of the current season. */
    @GetMapping("/api/points/summary")
    Summary summary(CurrentLearner learner) {
        var season = seasons.current();
        var page = boards.of(season).above(member(learner));
        var mine = page.mine();
        return new Summary(
                new SeasonRef(season.id(), season.name()),
                mine == null ? 0 : mine.score(),
                mine == null ? null : mine.rank(),
                mine == null ? null : toNextRank(page.entries(), mine),
                page.degraded());
    }

    /** Who reached a score first stands first, so it takes one point more than the next above has. */
    private static @Nullable Long toNextRank(List<Entry> above, Entry mine) {
        return above.isEmpty() ? null : above.getFirst().score() - mine.score() + 1;
    }

    private BoardView view(Season season, Ranking.Page found) {
        var page = boards.compared(season, found);
        return view(season, page, rows(page.entries()));
    }

    private static BoardView view(Season season, Ranking.Page page, List<BoardRow> rows) {
        var mine = page.mine();
        return new BoardView(
                PointsBoard.NAME,
                new SeasonView(season.id(), season.name(), season.state()),
                page.total(),
                rows,
                mine == null ? null : new Me(mine.rank(), mine.score()),
                page.degraded());
    }

    private List<BoardRow> rows(List<Entry> entries) {
        var named = names.of(entries.stream().map(BoardController::learner).toList());
        return entries.stream()
                .map(entry -> new BoardRow(
                        entry.rank(),
                        learner(entry),
                        named.get(learner(entry)),
                        entry.score(),
                        entry.reachedAt(),
                        entry.direction(),
                        entry.delta()))
                .toList();
    }

    private static String member(CurrentLearner learner) {
        return Long.toString(learner.id());
    }

    private static long learner(Entry entry) {
        return Long.parseLong(entry.member());
    }
}
