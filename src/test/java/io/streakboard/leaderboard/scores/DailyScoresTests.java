package io.streakboard.leaderboard.scores;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Operator;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.RankingModel;
import io.streakboard.leaderboard.board.Rules;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DailyScoresTests {

    private static final LocalDate MONDAY = LocalDate.parse("2026-11-16");
    private static final ScoreRow NONE = ScoreRow.none(new ScoreKey(1, "ada"), false);

    private final BoardRule sum = sliding(TestBoards.sum());

    @Test
    void aWindowCombinesItsDays() {
        var row = take(take(take(NONE, sum, 0, 5), sum, 1, 7), sum, 3, 20);

        assertThat(row.value(sum, MONDAY)).isEqualTo(5);
        assertThat(row.value(sum, MONDAY.plusDays(2))).isEqualTo(12);
        assertThat(row.value(sum, MONDAY.plusDays(3))).isEqualTo(27);
        assertThat(row.value(sum, MONDAY.plusDays(5))).isEqualTo(20);
        assertThat(row.value(sum, MONDAY.plusDays(6))).isNull();
        assertThat(row.score()).as("the newest window").isEqualTo(27);
    }

    @Test
    void theNextBestCountsWhenTheBestLeavesTheWindow() {
        var best = sliding(TestBoards.of(Operator.BEST));
        var row = take(take(take(NONE, best, 0, 50), best, 1, 30), best, 2, 40);

        assertThat(row.value(best, MONDAY.plusDays(2))).isEqualTo(50);
        assertThat(row.value(best, MONDAY.plusDays(3))).isEqualTo(40);
        assertThat(row.shown(best, MONDAY.plusDays(3)).reachedAt()).isEqualTo(noon(2));
    }

    @Test
    void toAddNothingMakesNoScoreOfADay() {
        assertThat(take(NONE, sum, 0, 0)).isSameAs(NONE);
        assertThat(take(take(NONE, sum, 0, 5), sum, 3, 0).value(sum, MONDAY.plusDays(3)))
                .isNull();
    }

    @Test
    void noWindowMayGetAnImpossibleScore() {
        var row = take(take(NONE, sum, 0, 900), sum, 2, 50);

        assertThat(row.refusal(sum, MONDAY.plusDays(1), 60)).contains("above 1000");
        assertThat(row.refusal(sum, MONDAY.plusDays(3), 60)).isNull();
        assertThat(row.refusal(sum, MONDAY.plusDays(1), -60)).contains("below 0");
        assertThat(row.refusal(sum, MONDAY.plusDays(1), -50))
                .as("the window from tuesday on has only that of wednesday")
                .isNull();
    }

    @Test
    void theTextHasAllDaysAndFitsTheColumn() {
        var month = TestBoards.sliding(TestBoards.of(Operator.LATEST), 31, Duration.ofDays(7));
        var row = NONE;
        for (int day = 0; day < 100; day++) {
            row = row.take(month, MONDAY.plusDays(day), (1L << 61) - 1, noon(day), null);
        }

        assertThat(take(NONE, sum, 0, -5).days().text()).isEqualTo("2026-11-16 -5 " + noon(0).toEpochMilli());
        assertThat(row.days().text()).hasSizeLessThanOrEqualTo(2_000);
        assertThat(DailyScores.of(row.days().text())).isEqualTo(row.days());
        assertThat(row.days().scores()).hasSizeGreaterThanOrEqualTo(38);
        assertThat(DailyScores.of(null).text()).isNull();
    }

    /** Redis tells the newer of two states by this. */
    @Property
    void aStateThatDiffersHasMoreCorrectionsOrABetterPlace(@ForAll Random random) {
        var rule = sliding(TestBoards.rule(
                Operator.values()[random.nextInt(3)],
                Order.values()[random.nextInt(2)],
                Ties.values()[random.nextInt(3)],
                false,
                Members.ANY));
        var row = NONE;
        for (int i = 0; i < 30; i++) {
            var before = row;
            var day = MONDAY.plusDays(random.nextInt(6));
            long value = random.nextInt(rule.operator() == Operator.SUM ? -3 : 0, 5);
            var at = day.atStartOfDay().toInstant(ZoneOffset.UTC).plusSeconds(random.nextInt(4));
            if (random.nextInt(15) == 0) {
                row = row.hidden(random.nextBoolean());
            } else if (random.nextInt(15) == 0) {
                row = row.removed(rule, day);
            } else if (row.refusal(rule, day, value) == null) {
                row = row.take(rule, day, value, at, random.nextInt(5) == 0 ? "" + random.nextInt(2) : null);
            }
            for (int last = 0; last < 10; last++) {
                var window = MONDAY.plusDays(last);
                var old = before.shown(rule, window);
                var now = row.shown(rule, window);
                var model = new RankingModel(rule, edition(rule));
                boolean same = now.equals(old) || now.reachedAt() == null && old.reachedAt() == null;
                assertThat(now.corrections() > old.corrections()
                                || now.corrections() == old.corrections() && (same || model.isBetter(now, old)))
                        .as("%s, then %s on %s", old, now, rule)
                        .isTrue();
            }
        }
    }

    private static Edition edition(BoardRule rule) {
        return Edition.of(rule, 1, new Period("2026-11-21", noon(-9), noon(31)), null, Rules.TIEBREAKER);
    }

    private static BoardRule sliding(BoardRule rule) {
        return TestBoards.sliding(rule, 3, Duration.ofDays(1));
    }

    private static Instant noon(int day) {
        return MONDAY.plusDays(day).atTime(12, 0).toInstant(ZoneOffset.UTC);
    }

    private static ScoreRow take(ScoreRow row, BoardRule rule, int day, long value) {
        return row.take(rule, MONDAY.plusDays(day), value, noon(day), null);
    }
}
