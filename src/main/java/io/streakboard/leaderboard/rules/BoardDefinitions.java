package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Store;
import io.streakboard.rulebook.RuleDocument;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The rules of boards.
 *
 * @param boards the boards besides the points board
 */
@ConfigurationProperties("streakboard")
record BoardDefinitions(
        @DefaultValue List<BoardRule> boards, @DefaultValue Points points) {

    /** @param board how Redis keeps the points board */
    record Points(@DefaultValue PointsBoard board) {}

    /**
     * @param store if absent, in buckets where {@code buckets} are given
     * @param buckets greatest points, in rising order, of ranges that Redis keeps in sorted sets of their own; {@code
     *     auto}: by the ranking of the previous season; empty: a season is one sorted set
     */
    record PointsBoard(@Nullable Store store, @DefaultValue List<String> buckets) {}

    BoardDefinitions {
        boards = List.copyOf(boards);
        var names = boards.stream().map(BoardRule::name).toList();
        RuleDocument.requireDistinct("streakboard.boards", "name", names);
        if (names.contains(BoardRule.POINTS)) {
            throw new IllegalArgumentException("streakboard.boards[%d].name: 'points' is the points board"
                    .formatted(names.indexOf(BoardRule.POINTS)));
        }
    }

    /** The rule of the points board. */
    BoardRule ofPoints() {
        return BoardRule.ofPoints(points.board().store(), points.board().buckets());
    }

    Optional<BoardRule> named(String name) {
        return boards.stream().filter(board -> board.name().equals(name)).findFirst();
    }
}
