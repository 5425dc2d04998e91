package io.streakboard.leaderboard.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.RankStyle;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EditionTests {

    private static final ScorePacking PACKING = ScorePacking.between(Instant.EPOCH, Instant.EPOCH);

    @Test
    void isNamedByBoardPeriodAndPartition() {
        assertThat(Edition.ofPoints(BoardRule.ofPoints(List.of()), "2026-11", "season:12", PACKING, Rules.TIEBREAKER)
                        .name())
                .isEqualTo("points 2026-11");
    }

    @Test
    void aConfiguredBoardFollowsItsRule() {
        var rule = Rules.rule(
                Cycle.DAY, Members.ANY, Order.ASCENDING, Ties.LAST, Duration.ofMillis(1), RankStyle.DENSE, 500, 100);

        var edition = Edition.of(rule, 17, Rules.DAY, "music", Rules.TIEBREAKER);

        assertThat(edition.name()).isEqualTo("test 2026-11-21 music");
        assertThat(edition.tag()).isEqualTo("board:17");
        assertThat(edition.encoding()).isEqualTo("v3-ascending-500-last-1-dense-100-172800");
        assertThat(edition.expiresAt()).isEqualTo("2026-11-23T17:00:00Z");
        assertThat(edition.packing().start()).isEqualTo("2026-11-20T16:00:00Z");
        assertThat(edition.written("fox.1")).isEqualTo("fox.1");
        assertThat(Edition.of(rule, 17, Rules.ALL, null, Rules.TIEBREAKER).expiresAt())
                .isNull();
    }

    @Test
    void aSlidingBoardWithAnotherOperatorOrLengthHasOtherKeys() {
        assertThat(sliding(Operator.SUM).encoding()).isEqualTo("v3-descending-500-first-1000-unique-0-172800-7");
        assertThat(sliding(Operator.BEST).encoding()).isEqualTo("v3-descending-500-first-1000-unique-0-172800-7-best");
    }

    private static Edition sliding(Operator operator) {
        var rule = Rules.with(
                Rules.BASE, Map.of("cycle", Cycle.SLIDING, "days", 7, "operator", operator, "maxScore", 500L));
        return Edition.of(rule, 17, Rules.DAY, null, Rules.TIEBREAKER);
    }

    @Test
    void learnersAreWrittenAfterTheirTiebreakerHash() {
        var edition =
                Edition.ofPoints(BoardRule.ofPoints(List.of()), "2026-11", "season:12", PACKING, Rules.TIEBREAKER);

        assertThat(edition.written("42")).isEqualTo(Rules.TIEBREAKER.of(42) + "r57");
        assertThat(edition.member("000000r57")).isEqualTo("42");
    }

    @Test
    void timesAreShownToTheResolution() {
        var edition =
                Edition.ofPoints(BoardRule.ofPoints(List.of()), "2026-11", "season:12", PACKING, Rules.TIEBREAKER);

        assertThat(edition.board().toResolution(Instant.parse("2026-11-21T10:00:00.999Z")))
                .isEqualTo("2026-11-21T10:00:00Z");
        assertThat(edition.board().toResolution(Instant.parse("1969-12-31T23:59:59.001Z")))
                .isEqualTo("1969-12-31T23:59:59Z");
    }

    @Test
    void otherBucketsHaveOtherKeys() {
        assertThat(points(List.of()).encoding()).isEqualTo("v3");
        assertThat(points(List.of("10", "100")).encoding()).isEqualTo("v3-10-100");
        assertThat(points(List.of("auto")).encoding()).isEqualTo("v3-auto");
    }

    private static Edition points(List<String> buckets) {
        return Edition.ofPoints(BoardRule.ofPoints(buckets), "2026-11", "season:12", PACKING, Rules.TIEBREAKER);
    }
}
