package io.streakboard.leaderboard;

import io.streakboard.leaderboard.live.BoardDrift;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.web.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/** {@code /actuator/boards/points}: compares the live board of a season with MySQL, or rebuilds it from there. */
@Component
@Endpoint(id = "boards")
class BoardsEndpoint {

    /** @param degraded whether Redis has lost the board, and it is not rebuilt yet */
    record BoardState(String board, String season, boolean degraded, BoardDrift drift) {}

    private final Seasons seasons;
    private final SeasonBoards boards;

    BoardsEndpoint(Seasons seasons, SeasonBoards boards) {
        this.seasons = seasons;
        this.boards = boards;
    }

    @ReadOperation
    BoardState board(@Selector String name, @Nullable String season) {
        return state(live(name, season));
    }

    @WriteOperation
    BoardState act(@Selector String name, String action, @Nullable String season) {
        var board = live(name, season);
        if (action.equals("rebuild")) {
            boards.rebuild(board);
        } else if (!action.equals("verify")) {
            throw Problem.invalid("action", "must be 'rebuild' or 'verify'");
        }
        return state(board);
    }

    private BoardState state(Season season) {
        return new BoardState(PointsBoard.NAME, season.name(), !boards.complete(season), boards.drift(season));
    }

    private Season live(String name, @Nullable String season) {
        if (!name.equals(PointsBoard.NAME)) {
            throw Problem.notFound("There is no board '" + name + "'");
        }
        var found = seasons.find(season == null ? BoardController.CURRENT : season);
        if (found.state() == State.SETTLED) {
            throw Problem.invalid("season", found.name() + " is settled and has no live board");
        }
        return found;
    }
}
