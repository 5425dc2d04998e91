package io.streakboard.leaderboard;

import io.streakboard.leaderboard.LiveBoard.Update;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.Total;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Service;

/** What happens to the board of a season as a whole: rebuilt, compared, sealed, cleared. */
@Service
public class SeasonBoards {

    private static final int BATCH = 1000;

    /**
     * @param members of the board in Redis
     * @param learners with points in MySQL
     * @param missing learners with points that are not on the board
     * @param different members whose points are not those in MySQL
     * @param surplus members without points in MySQL
     */
    public record Drift(long members, long learners, long missing, long different, long surplus) {

        public boolean none() {
            return missing == 0 && different == 0 && surplus == 0;
        }
    }

    private final LiveBoard live;
    private final PointsTotals totals;
    private final Seasons seasons;

    SeasonBoards(LiveBoard live, PointsTotals totals, Seasons seasons) {
        this.live = live;
        this.totals = totals;
        this.seasons = seasons;
    }

    public long members(Season season) {
        return live.members(season.id());
    }

    /** Whether Redis has all of the board; not so after it has lost data, until the board is rebuilt. */
    public boolean complete(Season season) {
        return live.complete(season.id());
    }

    /** Whether a sealed board is the one that was sealed: neither lost nor rebuilt since. */
    public boolean asSealed(Season season) {
        return live.asSealed(season.id());
    }

    /** Lets no more updates into the board. */
    public void seal(Season season) {
        live.seal(season.id());
    }

    /** Removes the board from Redis. */
    public void clear(Season season) {
        live.clear(season.id());
    }

    /**
     * Builds the board anew from MySQL, beside the one that is shown, and returns how many members it has. What MySQL says
     * of the season counts: the board of a sealed one is sealed as well, and one that is settled has no board.
     */
    public long rebuild(Season season) {
        var state = stateOf(season);
        if (state == State.SETTLED) {
            return 0;
        }
        long members = rebuild(season, state.sealed());
        if (stateOf(season) == State.SETTLED) {
            clear(season); // it may have been cleared before this rebuild began
        }
        return members;
    }

    private long rebuild(Season season, boolean sealed) {
        var score = BoardScore.of(season);
        try (var rebuild = live.rebuild(season.id(), sealed)) {
            totals.forEach(season.id(), total -> rebuild.add(update(score, total)));
            return rebuild.finish();
        }
    }

    private State stateOf(Season season) {
        return seasons.newestFirst().stream()
                .filter(each -> each.id() == season.id())
                .map(Season::state)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("There is no season " + season.name() + " any more"));
    }

    /** Compares the board with the totals in MySQL, in constant memory. Awards under way show as differences. */
    public Drift drift(Season season) {
        var comparison = new Comparison(season);
        totals.forEach(season.id(), comparison::add);
        return comparison.finish();
    }

    private static Update update(BoardScore score, Total total) {
        var reachedAt = total.reachedAt();
        return new Update(
                total.learner(), reachedAt == null ? 0 : score.pack(total.points(), reachedAt), total.corrections());
    }

    private class Comparison {

        private final Season season;
        private final List<Total> batch = new ArrayList<>(BATCH);
        private long learners;
        private long found;
        private long missing;
        private long different;

        Comparison(Season season) {
            this.season = season;
        }

        void add(Total total) {
            if (total.points() > 0) {
                learners++;
                batch.add(total);
                if (batch.size() == BATCH) {
                    compare();
                }
            }
        }

        Drift finish() {
            compare();
            long members = live.members(season.id());
            return new Drift(members, learners, missing, different, Math.max(0, members - found));
        }

        private void compare() {
            var points = points(batch.stream().map(Total::learner).toList());
            for (var total : batch) {
                var shown = points.get(total.learner());
                if (shown == null) {
                    missing++;
                } else {
                    found++;
                    different += shown == total.points() ? 0 : 1;
                }
            }
            batch.clear();
        }

        private Map<Long, Long> points(List<Long> members) {
            var points = new HashMap<Long, Long>();
            if (!members.isEmpty()) {
                live.standings(season, members).forEach(standing -> points.put(standing.learner(), standing.points()));
            }
            return points;
        }
    }
}
