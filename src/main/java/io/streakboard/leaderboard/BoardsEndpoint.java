package io.streakboard.leaderboard;

import io.streakboard.leaderboard.BoardCare.Result;
import io.streakboard.leaderboard.BoardCare.Target;
import io.streakboard.leaderboard.BoardOverviews.AdministeredBoards;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.leaderboard.periods.Cycles;
import io.streakboard.leaderboard.seasons.AllTimeBoard;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/boards}: all boards with their editions. {@code /actuator/boards/popular}: compares an edition in
 * Redis with MySQL, builds it anew from there, or moderates its members; of {@code points} the live board of a season,
 * or the all-time board.
 */
@Component
@Endpoint(id = "boards")
class BoardsEndpoint {

    /** @param degraded whether Redis has lost the board, and it is not rebuilt yet */
    record BoardState(String board, String season, boolean degraded, BoardDrift drift) {}

    private final Seasons seasons;
    private final SeasonBoards boards;
    private final BoardOverviews overviews;
    private final BoardCare care;
    private final AllTimeBoard allTime;

    BoardsEndpoint(
            Seasons seasons, SeasonBoards boards, BoardOverviews overviews, BoardCare care, AllTimeBoard allTime) {
        this.allTime = allTime;
        this.seasons = seasons;
        this.boards = boards;
        this.overviews = overviews;
        this.care = care;
    }

    @ReadOperation
    AdministeredBoards boards(@Nullable String board, @Nullable Long before, @Nullable Integer limit) {
        return overviews.list(board, before, limit);
    }

    /** @return a {@link BoardState} or a {@link Result} */
    @ReadOperation
    Object board(@Selector String name, @Nullable String season, @Nullable String period, @Nullable String partition) {
        if (name.equals(BoardRule.POINTS)) {
            refuse("period", period);
            refuse("partition", partition);
            return season != null && allTime.isNamed(season) ? stateOfAllTime() : state(live(season));
        }
        refuse("season", season);
        return care.state(name, new Target(period, partition, null, null));
    }

    /** @return a {@link BoardState} or a {@link Result} */
    @WriteOperation
    Object act(
            @Selector String name,
            String action,
            @Nullable String season,
            @Nullable String period,
            @Nullable String partition,
            @Nullable String member,
            @Nullable String to) {
        if (name.equals(BoardRule.POINTS)) {
            refuse("period", period);
            refuse("partition", partition);
            return act(action, season);
        }
        refuse("season", season);
        return care.act(name, action, new Target(period, partition, member, to));
    }

    private BoardState act(String action, @Nullable String key) {
        if (key != null && allTime.isNamed(key)) {
            rebuild(action, allTime::rebuild);
            return stateOfAllTime();
        }
        var season = live(key);
        rebuild(action, () -> boards.rebuild(season));
        return state(season);
    }

    private static void rebuild(String action, Runnable rebuild) {
        if (action.equals("rebuild")) {
            rebuild.run();
        } else if (!action.equals("verify")) {
            throw Problem.noneOf("action", List.of("rebuild", "verify"));
        }
    }

    private BoardState stateOfAllTime() {
        return new BoardState(BoardRule.POINTS, AllTimeBoard.KEY, !allTime.complete(), allTime.drift());
    }

    private BoardState state(Season season) {
        return new BoardState(BoardRule.POINTS, season.name(), !boards.complete(season), boards.drift(season));
    }

    private Season live(@Nullable String season) {
        var found = seasons.find(season == null ? Cycles.CURRENT : season);
        if (found.state() == State.SETTLED) {
            throw Problem.invalid(
                    "season",
                    found.name() + " is settled and has no live board",
                    "settled",
                    Map.of("season", found.name()));
        }
        return found;
    }

    /** The points board has seasons, the others have periods and partitions. */
    private static void refuse(String field, @Nullable String value) {
        if (value != null) {
            throw Problem.invalid(field, "is not for this board", "not-for-this-board");
        }
    }
}
