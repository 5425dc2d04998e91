package io.streakboard.leaderboard;

import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.BoardAdministration.ActionTarget;
import io.streakboard.leaderboard.BoardAdministration.Result;
import io.streakboard.leaderboard.BoardOverviews.AdministeredBoards;
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

    BoardsEndpoint(BoardOverviews overviews, BoardAdministration administration) {
        this.overviews = overviews;
        this.administration = administration;
    }

    @ReadOperation
    AdministeredBoards boards(@Nullable String board, @Nullable Long before, @Nullable Integer limit) {
        return overviews.list(board, before, limit);
    }

    @ReadOperation
    Result board(@Selector String name, @Nullable String season, @Nullable String period, @Nullable String partition) {
        return administration.state(name, target(name, season, period, partition, null, null));
    }

    @WriteOperation
    Result act(
            @Selector String name,
            String action,
            @Nullable String season,
            @Nullable String period,
            @Nullable String partition,
            @Nullable String member,
            @Nullable String to,
            SecurityContext caller) {
        return administration.act(
                name,
                action,
                target(name, season, period, partition, member, to),
                requireNonNull(caller.getPrincipal()).getName());
    }

    /** The points board has seasons, the others have periods and partitions. */
    private static ActionTarget target(
            String board,
            @Nullable String season,
            @Nullable String period,
            @Nullable String partition,
            @Nullable String member,
            @Nullable String to) {
        if (!board.equals(BoardRule.POINTS)) {
            refuse("season", season);
            return new ActionTarget(period, partition, member, to);
        }
        refuse("period", period);
        refuse("partition", partition);
        return new ActionTarget(season, null, member, to);
    }

    private static void refuse(String field, @Nullable String value) {
        if (value != null) {
            throw Problem.invalid(field, "is not for this board", "not-for-this-board");
        }
    }
}
