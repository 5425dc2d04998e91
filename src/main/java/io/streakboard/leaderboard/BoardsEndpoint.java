package io.streakboard.leaderboard;

import io.streakboard.leaderboard.SeasonBoards.Drift;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/** {@code /actuator/boards/points}: compares the live board of a season with MySQL, or rebuilds it from there. */
@Component
@Endpoint(id = "boards")
class BoardsEndpoint {

    record BoardState(String board, String season, Drift drift) {}

    private final Seasons seasons;
    private final SeasonBoards boards;

    BoardsEndpoint(Seasons seasons, SeasonBoards boards) {
        this.seasons = seasons;
        this.boards = boards;
    }

    @ReadOperation
    @Nullable
    BoardState board(@Selector String name, @Nullable String season) {
        return name.equals(BoardController.POINTS) ? state(live(season)) : null;
    }

    @WriteOperation
    @Nullable
    BoardState act(@Selector String name, String action, @Nullable String season) {
        if (!name.equals(BoardController.POINTS)) {
            return null;
        }
        var of = live(season);
        if (action.equals("rebuild")) {
            boards.rebuild(of);
        } else if (!action.equals("verify")) {
            throw new InvalidEndpointRequestException("action must be 'rebuild' or 'verify'", "unknown action");
        }
        return state(of);
    }

    private BoardState state(Season season) {
        return new BoardState(BoardController.POINTS, season.name(), boards.drift(season));
    }

    private Season live(@Nullable String season) {
        var of = seasons.find(season == null ? BoardController.CURRENT : season);
        if (of.state() == State.SETTLED) {
            throw new InvalidEndpointRequestException("season " + of.name() + " is settled", "no live board");
        }
        return of;
    }
}
