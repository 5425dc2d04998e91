package io.streakboard.leaderboard.rules;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.BoardRule.Trend;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A board as it is written in the configuration.
 *
 * @param name names the board everywhere: a small letter, then up to 31 small letters, digits and hyphens
 * @param title for people; the name if absent
 * @param period after which the board begins anew
 * @param days the length of the window of a sliding board, 2 to 31
 * @param partitioned whether members are ranked in each partition as well as over all partitions
 * @param members who stands on the board: learners by their ids, or anything that has a name
 * @param operator what becomes of a score when another one comes
 * @param order which scores are better
 * @param ties who stands first of two members with equal scores
 * @param resolution the step in which times are compared for ties, 1s or 1ms
 * @param ranks which ranks equal scores have
 * @param maxScore the greatest score; the least is 0
 * @param keep how many of the best are ranked; 0: all
 * @param retention how long an edition is kept after the end of its period
 * @param trend what a rank is compared with
 * @param store how an edition is kept in Redis
 * @param buckets upper bounds of the ranges of scores, for the store buckets
 */
record BoardDefinition(
        @DefaultValue("") String name,
        @DefaultValue("") String title,
        @DefaultValue("none") Cycle period,
        @DefaultValue("0") int days,
        @DefaultValue("false") boolean partitioned,
        @DefaultValue("learner") Members members,
        @DefaultValue("sum") Operator operator,
        @DefaultValue("descending") Order order,
        @DefaultValue("first") Ties ties,
        @DefaultValue("1s") Duration resolution,
        @DefaultValue("unique") RankStyle ranks,
        @DefaultValue("1000000000") long maxScore,
        @DefaultValue("0") long keep,
        @DefaultValue("P2D") Duration retention,
        @DefaultValue("none") Trend trend,
        @DefaultValue("sorted-set") Store store,
        @DefaultValue List<Long> buckets) {

    /** How an edition is kept in Redis. */
    enum Store {
        SORTED_SET,
        BUCKETS,
        PACKED
    }

    BoardRule rule() {
        return new BoardRule(
                name,
                title.isBlank() ? name : title,
                period,
                days,
                partitioned,
                members,
                operator,
                order,
                ties,
                resolution,
                ranks,
                maxScore,
                keep,
                retention,
                effectiveTrend(),
                buckets);
    }

    /** Of a board that has an edition for each day, the ranks of yesterday are those on the edition before. */
    Trend effectiveTrend() {
        boolean daily = period == Cycle.DAY || period == Cycle.SLIDING;
        return trend == Trend.DAY && daily ? Trend.PREVIOUS : trend;
    }
}
