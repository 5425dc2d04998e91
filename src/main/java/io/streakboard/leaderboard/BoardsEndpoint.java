package io.streakboard.leaderboard;

import static java.util.Objects.requireNonNull;

import io.streakboard.leaderboard.BoardAdministration.ActionTarget;
import io.streakboard.leaderboard.BoardAdministration.Result;
import io.streakboard.leaderboard.BoardOverviews.AdministeredBoards;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.rankings.MemberKeys;
import io.streakboard.web.Problem;
import java.util.function.UnaryOperator;
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
    private final MemberKeys keys;

    BoardsEndpoint(BoardOverviews overviews, BoardAdministration administration, MemberKeys keys) {
        this.keys = keys;
        this.overviews = overviews;
        this.administration = administration;
    }

    @ReadOperation
    AdministeredBoards boards(@Nullable String board, @Nullable Long before, @Nullable Integer limit) {
        return overviews.list(board, before, limit);
    }

    @ReadOperation
    Result board(@Selector String name, @Nullable String season, @Nullable String period, @Nullable String partition) {
        return shown(name, administration.state(name, target(name, season, period, partition, null, null)));
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
        return shown(
                name,
                administration.act(
                        name,
                        action,
                        target(name, season, period, partition, inside(name, member), inside(name, to)),
                        requireNonNull(caller.getPrincipal()).getName()));
    }

    private @Nullable String inside(String board, @Nullable String member) {
        return member == null ? null : keys.member(board, member);
    }

    private Result shown(String board, Result answer) {
        UnaryOperator<String> name = member -> keys.shown(board, member);
        return switch (answer) {
            case Result.Moderated done ->
                new Result.Moderated(
                        done.board(),
                        done.action(),
                        name.apply(done.member()),
                        done.to() == null ? null : name.apply(done.to()));
            case Result.EditionState state ->
                new Result.EditionState(
                        state.board(),
                        state.period(),
                        state.partition(),
                        state.version(),
                        state.degraded(),
                        state.drift().named(name));
            case Result.BoardState state ->
                new Result.BoardState(
                        state.board(),
                        state.season(),
                        state.degraded(),
                        state.drift().named(name));
        };
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
