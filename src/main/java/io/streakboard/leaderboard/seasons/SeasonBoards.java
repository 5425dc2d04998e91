package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.LiveStore;
import io.streakboard.leaderboard.live.Source;
import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.leaderboard.settled.SettledBoard;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Objects;
import org.springframework.stereotype.Service;

/** The points boards of the seasons: in Redis until the season is settled, in MySQL from then on. */
@Service
public class SeasonBoards {

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
     * A page of a season's board with ranks compared: on a live board it comes so, a settled season is compared with
     * the one before once that is settled, too.
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

    /** The live board, as Redis keeps it. */
    public Edition edition(Season season) {
        return points.edition(season);
    }

    public LiveStore live(Season season) {
        return live.of(edition(season));
    }

    /** Whether Redis has all of the board. It does not after it has lost data, until the board is rebuilt. */
    public boolean complete(Season season) {
        return live(season).complete();
    }

    /** Whether a sealed board is the one that was sealed: neither lost nor rebuilt since. */
    public boolean asSealed(Season season) {
        return live(season).asSealed();
    }

    /** Lets no more updates into the board. */
    public void seal(Season season) {
        live(season).seal();
    }

    /**
     * Whether a sealed board has as many members as learners have points. A board in buckets may have one of them twice:
     * by a delivery that had come late and was stopped by the seal, or by one that was given up.
     */
    public boolean hasEachOnce(Season season) {
        return edition(season).buckets().isEmpty()
                || live(season).members() == totals.sum(season.id()).learners();
    }

    /** Whether Redis has members of the board, though it was cleared. */
    public boolean remains(Season season) {
        return live(season).members() > 0;
    }

    /** Removes the board from Redis. */
    public void clear(Season season) {
        live.clear(edition(season));
    }

    /**
     * Builds the board anew from MySQL, beside the one that is shown, and returns how many members it has. The state
     * of the season in MySQL counts: the board of a sealed season is sealed as well, and a settled season has no live
     * board.
     */
    public long rebuild(Season season) {
        var state = stateOf(season);
        if (state == State.SETTLED) {
            return 0;
        }
        long members = live.rebuild(edition(season), state.sealed(), totalsOf(season));
        if (stateOf(season) == State.SETTLED) {
            clear(season); // it may have been cleared before this rebuild began
        }
        return members;
    }

    private Source totalsOf(Season season) {
        return to -> totals.forEach(season.id(), total -> to.accept(PointsBoard.score(total)));
    }

    private State stateOf(Season season) {
        return seasons.newestFirst().stream()
                .filter(each -> each.id() == season.id())
                .map(Season::state)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("There is no season " + season.name() + " any more"));
    }

    /** Compares the board with the totals in MySQL. Awards under way show as differences. */
    public BoardDrift drift(Season season) {
        return live.drift(edition(season), totalsOf(season));
    }
}
