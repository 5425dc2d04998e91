package io.streakboard.leaderboard.scores;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.From;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Scores;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.board.Score.ClosingScore;
import io.streakboard.leaderboard.scores.ScoreChanges.RowChange;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoreRowTests {

    private static final Instant AT = Instant.parse("2026-11-18T04:00:00.250Z");
    private static final Instant SECOND = Instant.parse("2026-11-18T04:00:00Z");
    private static final Instant MIDNIGHT = Instant.parse("2026-11-19T00:00:00Z");
    private static final ScoreRow NONE = ScoreRow.none(new ScoreKey(1, "ada"), false);

    private final BoardRule sum = TestBoards.of(Operator.SUM);
    private final BoardRule best = TestBoards.of(Operator.BEST);
    private final BoardRule latest = TestBoards.of(Operator.LATEST);

    @Test
    void aFirstScoreIsReachedWhenItOccurredToTheResolutionOfTheBoard() {
        var row = NONE.take(sum, 5, AT, "{}");

        assertThat(row.value()).isEqualTo(5);
        assertThat(row.reachedAt()).isEqualTo(SECOND);
        assertThat(row.occurredAt()).isEqualTo(AT);
        assertThat(row.extra()).isEqualTo("{}");
        assertThat(row.corrections()).isZero();
    }

    @Test
    void aSumIsReachedWithItsLatestPart() {
        var row = NONE.take(sum, 5, AT, null).take(sum, 3, AT.minusSeconds(60), null);

        assertThat(row.score()).isEqualTo(8);
        assertThat(row.reachedAt()).isEqualTo(SECOND);
    }

    @Test
    void aSumOverTheLedgerMayBeBelowZeroAndIsNotRankedThen() {
        var fed = Rules.with(sum, Map.of("members", Members.LEARNER, "scores", new Scores(From.POINTS, List.of())));
        var deducted = NONE.take(fed, -30, AT, null);
        var earned = deducted.take(fed, 50, AT.minusSeconds(9), null);

        assertThat(sum.refusal(0, -30)).isNotNull();
        assertThat(fed.refusal(0, -30)).isNull();
        assertThat(deducted.value()).isNull();
        assertThat(deducted.shown().reachedAt()).isNull();
        assertThat(deducted.isForgotten()).isFalse();
        assertThat(earned.value()).isEqualTo(20);
        assertThat(earned.reachedAt()).isEqualTo(SECOND);
        assertThat(earned.take(fed, -20, AT, null).value()).isNull();
        assertThat(NONE.take(fed, 50, AT.minusSeconds(9), null).take(fed, -30, AT, null))
                .usingRecursiveComparison()
                .ignoringFields("corrections")
                .isEqualTo(earned);
    }

    @Test
    void nothingAddedChangesNothing() {
        var row = NONE.take(sum, 5, AT, "{}");

        assertThat(row.take(sum, 0, AT.plusSeconds(9), "{}")).isSameAs(row);
        assertThat(NONE.take(sum, 0, AT, null)).as("no newcomer").isSameAs(NONE);
    }

    @Test
    void anEqualScoreBringsItsExtra() {
        var added = NONE.take(sum, 5, AT, "{}").take(sum, 0, AT, "[]");

        assertThat(added.extra()).isEqualTo("[]");
        assertThat(added.corrections()).as("Redis has to know what is newer").isEqualTo(1);
        assertThat(NONE.take(best, 5, AT, "{}")
                        .take(best, 5, AT.plusSeconds(9), "[]")
                        .extra())
                .isEqualTo("[]");
        assertThat(NONE.take(best, 5, AT, "{}").take(best, 4, AT, "[]").extra()).isEqualTo("{}");
        assertThat(NONE.take(latest, 5, AT, "{}").take(latest, 5, AT, "[]").extra())
                .isEqualTo("[]");
        assertThat(NONE.take(latest, 5, AT, "{}")
                        .take(latest, 5, AT.minusMillis(1), "[]")
                        .extra())
                .isEqualTo("{}");
    }

    @Test
    void aWorseRankIsACorrection() {
        var row = NONE.take(sum, 5, AT, null);

        assertThat(row.take(sum, -1, AT, null).corrections()).isEqualTo(1);
        assertThat(row.take(sum, 1, AT.plusSeconds(9), null).corrections()).isZero();
        assertThat(row.removed().corrections()).isEqualTo(1);
        assertThat(row.removed().removed().corrections()).isEqualTo(1);
        assertThat(row.hidden(true).corrections()).isEqualTo(1);
        assertThat(row.hidden(true).hidden(false).corrections()).isEqualTo(2);
        assertThat(row.removed().take(sum, 9, AT, null).corrections())
                .as("nothing is worse than none")
                .isEqualTo(1);
    }

    @Test
    void timeIsPartOfThePlaceAsTiesAreBroken() {
        assertThat(sameScoreLater(Ties.FIRST).corrections()).isEqualTo(1);
        assertThat(sameScoreLater(Ties.LAST).corrections()).isZero();
    }

    @Test
    void aChangeWithoutABetterRankIsACorrection() {
        var row = NONE.take(latest, 5, AT, "{}");

        assertThat(sameScoreLater(Ties.NONE).corrections()).as("another time").isEqualTo(1);
        assertThat(row.take(latest, 5, AT.plusMillis(1), "[]").corrections())
                .as("another extra")
                .isEqualTo(1);
        assertThat(row.take(latest, 5, AT.plusMillis(1), "{}").corrections())
                .as("the same second")
                .isZero();
        assertThat(row.take(latest, 6, AT.plusMillis(1), "[]").corrections())
                .as("a better place")
                .isZero();
    }

    private static ScoreRow sameScoreLater(Ties ties) {
        var rule = TestBoards.rule(Operator.LATEST, Order.DESCENDING, ties, false, Members.ANY);
        return NONE.take(rule, 5, AT, null).take(rule, 5, AT.plusSeconds(9), null);
    }

    @Test
    void theBestStaysAndWasReachedWhenItOccurredFirst() {
        var row = NONE.take(best, 5, AT, null);

        assertThat(row.take(best, 4, AT, "{}")).isSameAs(row);
        assertThat(row.take(best, 5, AT.plusSeconds(9), null)).isSameAs(row);
        assertThat(row.take(best, 5, AT.minusSeconds(9), null).reachedAt()).isEqualTo(SECOND.minusSeconds(9));
        assertThat(row.take(best, 6, AT.plusSeconds(9), null).reachedAt()).isEqualTo(SECOND.plusSeconds(9));
    }

    @Test
    void onAnAscendingBoardTheLowestIsBest() {
        var ascending = TestBoards.rule(Operator.BEST, Order.ASCENDING, Ties.FIRST, false, Members.ANY);
        var row = NONE.take(ascending, 5, AT, null);

        assertThat(row.take(ascending, 6, AT, null)).isSameAs(row);
        assertThat(row.take(ascending, 4, AT, null).score()).isEqualTo(4);
        assertThat(row.take(ascending, 4, AT, null).corrections()).isZero();
    }

    @Test
    void theLatestScoreOccurredLast() {
        var row = NONE.take(latest, 5, AT, null);

        assertThat(row.take(latest, 9, AT.minusMillis(1), "{}")).isSameAs(row);
        assertThat(row.take(latest, 9, AT, null).score()).isEqualTo(9);
        assertThat(row.take(latest, 2, AT.plusMillis(1), null).corrections()).isEqualTo(1);
    }

    @Test
    void theBetterOfTwoSimultaneousScoresIsTheLatestInAnyOrder() {
        var ascending = TestBoards.rule(Operator.LATEST, Order.ASCENDING, Ties.FIRST, false, Members.ANY);

        assertThat(NONE.take(latest, 5, AT, null).take(latest, 9, AT, null).score())
                .isEqualTo(9);
        assertThat(NONE.take(latest, 9, AT, null).take(latest, 5, AT, null).score())
                .isEqualTo(9);
        assertThat(NONE.take(ascending, 5, AT, null)
                        .take(ascending, 9, AT, null)
                        .score())
                .isEqualTo(5);
        assertThat(new MemberMerge(latest)
                        .add(NONE.take(latest, 9, AT, null), NONE.take(latest, 5, AT, null))
                        .score())
                .as("merged")
                .isEqualTo(9);
    }

    @Test
    void extraStaysUnlessAnotherIsSent() {
        var row = NONE.take(sum, 5, AT, "{}");

        assertThat(row.take(sum, 1, AT, null).extra()).isEqualTo("{}");
        assertThat(row.take(sum, 1, AT, "[]").extra()).isEqualTo("[]");
    }

    @Test
    void scoresStayBetweenNothingAndTheGreatest() {
        var row = NONE.take(sum, 5, AT, null);

        assertThat(row.refusal(sum, null, -5)).isNull();
        assertThat(row.refusal(sum, null, -6)).contains("below 0");
        assertThat(row.refusal(sum, null, TestBoards.MOST - 5)).isNull();
        assertThat(row.refusal(sum, null, TestBoards.MOST - 4)).contains("above 1000");
        assertThat(row.refusal(sum, null, Long.MAX_VALUE)).contains("above 1000");
        assertThat(row.refusal(sum, null, Long.MIN_VALUE)).contains("below 0");
        assertThat(row.refusal(best, null, TestBoards.MOST)).isNull();
        assertThat(row.refusal(best, null, TestBoards.MOST + 1)).contains("above 1000");
        assertThat(row.refusal(latest, null, -1)).contains("below 0");
    }

    @Test
    void hiddenMembersAndMembersWithoutScoreAreNotRanked() {
        var row = NONE.take(sum, 5, AT, null);

        assertThat(row.shown().reachedAt()).isEqualTo(SECOND);
        assertThat(row.hidden(true).shown().reachedAt()).isNull();
        assertThat(row.hidden(true).value()).isEqualTo(5);
        assertThat(row.removed().shown().reachedAt()).isNull();
        assertThat(row.removed().value()).isNull();
    }

    @Test
    void theFirstMoveOfADayRecordsTheShownState() {
        var first = NONE.take(sum, 5, AT, null).movedFrom(NONE, MIDNIGHT);
        assertThat(first.closing()).isEqualTo(new ClosingScore(MIDNIGHT, 0, null));

        var second = first.take(sum, 3, AT, null).movedFrom(first, MIDNIGHT);
        assertThat(second.closing()).isEqualTo(first.closing());

        var tomorrow = second.take(sum, 1, AT, null).movedFrom(second, MIDNIGHT.plusSeconds(86_400));
        assertThat(tomorrow.closing()).isEqualTo(new ClosingScore(MIDNIGHT.plusSeconds(86_400), 8, SECOND));
        assertThat(tomorrow.take(sum, 1, AT, null).movedFrom(tomorrow, MIDNIGHT).closing())
                .as("an instance whose clock is behind")
                .isEqualTo(tomorrow.closing());
        assertThat(second.take(sum, 0, AT, "{}")
                        .movedFrom(second, MIDNIGHT.plusSeconds(86_400))
                        .closing())
                .as("nothing has moved")
                .isEqualTo(second.closing());
        assertThat(second.take(sum, 1, AT, null).movedFrom(second, null).closing())
                .as("nobody compares")
                .isNull();
    }

    @Test
    void hidingAndShowingKeepTheStateOfYesterday() {
        var row = NONE.take(sum, 5, AT, null);
        var hidden = row.hidden(true).movedFrom(row, MIDNIGHT);

        assertThat(hidden.closing()).isEqualTo(new ClosingScore(MIDNIGHT, 5, SECOND));
        assertThat(hidden.hidden(false).movedFrom(hidden, MIDNIGHT).closing()).isEqualTo(hidden.closing());
        assertThat(hidden.hidden(false)
                        .movedFrom(hidden, MIDNIGHT.plusSeconds(86_400))
                        .closing())
                .isEqualTo(new ClosingScore(MIDNIGHT.plusSeconds(86_400), 5, null));
    }

    @Test
    void aNewNameTakesOverTheShownState() {
        var row = NONE.take(sum, 5, AT, null).movedFrom(NONE, MIDNIGHT);
        var other = ScoreRow.none(new ScoreKey(1, "eve"), false).withScoreOf(row);

        assertThat(other.movedFrom(row, MIDNIGHT).closing()).isEqualTo(row.closing());
        assertThat(other.corrections()).isEqualTo(1);
        assertThat(RowChange.forgotten(row)
                        .after()
                        .movedFrom(RowChange.forgotten(row).before(), MIDNIGHT)
                        .closing())
                .isNull();
    }
}
