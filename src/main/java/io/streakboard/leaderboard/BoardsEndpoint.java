package io.streakboard.leaderboard;

import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.BoardAdministration.ActionTarget;
import io.streakboard.leaderboard.BoardAdministration.Result;
import io.streakboard.leaderboard.BoardOverviews.AdministeredBoards;
import io.streakboard.leaderboard.PointsBoardActions.BoardState;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.web.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/boards}: all boards with their editions. {@code /actuator/boards/popular}: compares an edition in
 * Redis with MySQL, rebuilds it from there, or moderates its members; for {@code points} the live board of a season, or
 * the all-time board.
 */
@Component
@Endpoint(id = "boards")
class BoardsEndpoint {

    private final BoardOverviews overviews;
    private final BoardAdministration administration;
    private final PointsBoardActions points;

    BoardsEndpoint(BoardOverviews overviews, BoardAdministration administration, PointsBoardActions points) {
        this.overviews = overviews;
        this.administration = administration;
        this.points = points;
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
            return points.state(season);
        }
        refuse("season", season);
        return administration.state(name, new ActionTarget(period, partition, null, null));
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
            @Nullable String to,
            SecurityContext caller) {
        if (name.equals(BoardRule.POINTS)) {
            refuse("period", period);
            refuse("partition", partition);
            return points.act(
                    action,
                    season,
                    member,
                    requireNonNull(caller.getPrincipal()).getName());
        }
        refuse("season", season);
        return administration.act(name, action, new ActionTarget(period, partition, member, to));
    }

    /** The points board has seasons, the others have periods and partitions. */
    private static void refuse(String field, @Nullable String value) {
        if (value != null) {
            throw Problem.invalid(field, "is not for this board", "not-for-this-board");
        }
    }
}
