package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.board.Ranking;
import io.streakboard.leaderboard.board.Ranking.Page;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.live.Comparison;
import io.streakboard.leaderboard.live.LiveBoards;
import io.streakboard.leaderboard.live.LiveEdition;
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

    SeasonBoards(LiveBoards live, BoardTable table, PointsTotals totals, Seasons seasons) {
        this.live = live;
        this.table = table;
        this.totals = totals;
        this.seasons = seasons;
    }

    /** The board to read. */
    public Ranking of(Season season) {
        return season.state() == State.SETTLED
                ? new SettledBoard(
                        table, BoardTable.name(season.id()), Objects.requireNonNullElse(season.learners(), 0L))
                : live.ranking(PointsBoard.edition(season));
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

    public LiveEdition live(Season season) {
        return live.sortedSet(PointsBoard.edition(season));
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

    /** Removes the board from Redis. */
    public void clear(Season season) {
        live(season).clear();
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
        long members = live(season).rebuild(state.sealed(), totalsOf(season));
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
        return Comparison.of(live(season), totalsOf(season));
    }
}
