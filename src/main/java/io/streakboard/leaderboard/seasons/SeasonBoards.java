package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.live.EditionSource;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.LiveEdition;
import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.leaderboard.settled.SettledBoard;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Service;

/** The points boards of the seasons: in Redis until a season is settled, then in MySQL. */
@Service
public class SeasonBoards {

    /** The sizes of the sets of a board without members. */
    private static final List<Long> UNDIVIDED = List.of(0L);

    private final LiveBoards live;
    private final BoardTable table;
    private final PointsTotals totals;
    private final Seasons seasons;
    private final PointsBoard points;

    SeasonBoards(LiveBoards live, BoardTable table, PointsTotals totals, Seasons seasons, PointsBoard points) {
        this.points = points;
        this.live = live;
        this.table = table;
        this.totals = totals;
        this.seasons = seasons;
    }

    /** The board to read. */
    public Ranking of(Season season) {
        return season.state() == State.SETTLED
                ? new SettledBoard(
                        table.rows(BoardTable.name(season.id())),
                        Objects.requireNonNullElse(season.learners(), 0L),
                        edition(season).board().order(),
                        edition(season).board().ties())
                : live.ranking(edition(season));
    }

    /**
     * A page of a season's board with compared ranks. Pages of a live board have them already; a settled season is
     * compared with the previous one once that is settled, too.
     */
    public Page compared(Season season, Page page) {
        if (season.state() != State.SETTLED) {
            return page;
        }
        var before = seasons.before(season);
        if (before.isPresent() && before.get().state() != State.SETTLED) {
            return page;
        }
        return page.comparedWith(before.map(this::of).orElse(null));
    }

    /** The live board in Redis. */
    public Edition edition(Season season) {
        return points.edition(season);
    }

    public LiveEdition live(Season season) {
        return live.of(edition(season));
    }

    /**
     * Whether a sealed board was neither lost nor rebuilt since it was sealed. An instance with other buckets may find
     * no board, or an outdated one.
     */
    public boolean asSealed(Season season) {
        return live(season).asSealed();
    }

    /** Stops the board from taking updates. */
    public void seal(Season season) {
        live(season).seal();
    }

    /** Whether Redis has members of the board although it was cleared. */
    public boolean remains(Season season) {
        return live(season).members() > 0;
    }

    /** Removes the board from Redis. */
    public void clear(Season season) {
        live.clear(edition(season));
    }

    /**
     * Divides the board of a season that is about to begin, if the previous season decides its ranges. Earlier its
     * members would have few points yet.
     */
    void divide(Season season) {
        var edition = edition(season);
        if (edition.board().dividesByPrevious()
                && points.isNear(season)
                && live(season).sizes().equals(UNDIVIDED)) {
            live.divide(List.of(edition), each -> before(season));
        }
    }

    private Optional<Ranking> before(Season season) {
        return seasons.before(season).map(this::of);
    }

    /** The board with the ledger's totals. Its state is the one of the season in MySQL. */
    public EditionSource source(Season season) {
        return new EditionSource() {

            @Override
            public Edition edition() {
                return SeasonBoards.this.edition(season);
            }

            @Override
            public Optional<Score> score(String member) {
                return SeasonBoards.this.score(season, Long.parseLong(member));
            }

            @Override
            public Optional<Ranking> before() {
                return SeasonBoards.this.before(season);
            }

            @Override
            public void forEach(Consumer<Score> to) {
                totals.forEach(season.id(), total -> to.accept(PointsBoard.score(total)));
            }

            @Override
            public boolean sealed() {
                return stateOf(season).sealed();
            }

            @Override
            public boolean settled() {
                return stateOf(season) == State.SETTLED;
            }
        };
    }

    /**
     * The points of a learner in MySQL, for when Redis lacks the board; empty on a settled board, which is in MySQL.
     */
    public Optional<Score> score(Season season, long learner) {
        return scores(season, List.of(learner)).stream().findFirst();
    }

    /** The same for some learners. Learners without points are left out. */
    public List<Score> scores(Season season, Collection<Long> learners) {
        return season.state() == State.SETTLED || learners.isEmpty()
                ? List.of()
                : totals.of(season.id(), learners).stream()
                        .map(PointsBoard::score)
                        .filter(score -> score.reachedAt() != null)
                        .toList();
    }

    private State stateOf(Season season) {
        return seasons.newestFirst().stream()
                .filter(each -> each.id() == season.id())
                .map(Season::state)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Season " + season.name() + " no longer exists"));
    }
}
