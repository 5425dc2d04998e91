package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.Posting.DayOfType;
import io.streakboard.points.Posting.Key;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BookkeepingTests {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final LocalDate DAY = LocalDate.parse("2026-11-21");
    private static final PointsTypes TYPES = new PointsTypes(new PointsProperties(List.of(), Duration.ZERO));

    @Test
    void cutsToWhatTheDaysCapLeavesAndRefusesTheRest() {
        var books = with(Map.of(), Set.of(), Map.of(new DayOfType(1, DAY, "NOTE"), 15L));

        assertThat(books.book(note(1, "a"), null, null).outcome()).isEqualTo(Outcome.AWARDED);
        assertThat(books.book(note(1, "b"), null, null)).satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(Outcome.CUT);
            assertThat(result.points()).isEqualTo(2);
        });
        assertThat(books.book(note(1, "c"), null, null).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(books.rows()).hasSize(3);
        assertThat(books.awards()).extracting(Award::points).containsExactly(3, 2);
    }

    @Test
    void everyDayAndLearnerHasACapOfItsOwn() {
        var books = with(Map.of(), Set.of(), Map.of(new DayOfType(1, DAY, "NOTE"), 20L));
        var tomorrow = new Posting(1, "NOTE", "b", NOON.plus(Duration.ofDays(1)), DAY.plusDays(1), 7, 3);

        assertThat(books.book(note(1, "a"), null, null).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(books.book(tomorrow, null, null).outcome()).isEqualTo(Outcome.AWARDED);
        assertThat(books.book(note(2, "a"), null, null).outcome()).isEqualTo(Outcome.AWARDED);
    }

    @Test
    void whatTheLedgerOrTheBatchKnowsIsADuplicate() {
        var books = with(Map.of(), Set.of(new Key(7, 1, "NOTE", "known")), Map.of());

        assertThat(books.book(note(1, "known"), null, null).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(books.book(note(1, "new"), null, null).outcome()).isEqualTo(Outcome.AWARDED);
        assertThat(books.book(note(1, "new"), null, null)).isEqualTo(ActivityResult.duplicate());
        assertThat(books.book(note(2, "known"), null, null).outcome()).isEqualTo(Outcome.AWARDED);
        assertThat(books.rows()).hasSize(2);
    }

    @Test
    void whatIsLateIsReachedWhenItIsRecordedAndSaysWhy() {
        var books = with(Map.of(), Set.of(), Map.of(new DayOfType(1, DAY, "NOTE"), 18L));
        var recorded = NOON.plus(Duration.ofDays(40));

        assertThat(books.book(note(1, "a"), recorded, "sealed"))
                .isEqualTo(new ActivityResult(Outcome.LATE, 2, "sealed; the daily cap of 20 points leaves 2 of 3"));
        assertThat(books.book(note(1, "b"), recorded, "sealed"))
                .isEqualTo(new ActivityResult(Outcome.LATE, 0, "sealed; the daily cap of 20 points is reached"));
        assertThat(books.awards()).extracting(Award::reachedAt).containsExactly(recorded);
    }

    @Test
    void totalsRunOnFromAwardToAward() {
        var books = with(Map.of(1L, new Total(1, 100, NOON, 2)), Set.of(), Map.of());

        books.book(note(1, "a"), null, null);
        books.book(note(1, "b"), null, null);

        assertThat(books.awards()).extracting(Award::total).containsExactly(103L, 106L);
        assertThat(books.awards()).extracting(Award::corrections).containsOnly(2);
        assertThat(books.changedTotals()).containsExactly(new Total(1, 106, NOON, 2));
    }

    @Test
    void aTotalIsReachedAtItsLatestAwardWhateverTheOrder() {
        var books = with(Map.of(), Set.of(), Map.of());
        var earlier = new Posting(1, "NOTE", "b", NOON.minusSeconds(60), DAY, 7, 3);

        books.book(note(1, "a"), null, null);
        books.book(earlier, null, null);

        assertThat(books.changedTotals()).containsExactly(new Total(1, 6, NOON, 0));
        assertThat(books.awards()).extracting(Award::reachedAt).containsExactly(NOON, NOON);
    }

    @Test
    void aDeductionTakesAtMostWhatIsThereAndCountsAsACorrection() {
        var books = with(Map.of(1L, new Total(1, 30, NOON, 0)), Set.of(), Map.of());

        assertThat(books.adjust(adjustment(-20), "spam").points()).isEqualTo(-20);
        assertThat(books.adjust(adjustment(-20), "spam").points()).isEqualTo(-10);
        assertThat(books.adjust(adjustment(-20), "spam").points()).isZero();
        assertThat(books.adjust(adjustment(5), "sorry").points()).isEqualTo(5);

        assertThat(books.awards()).extracting(Award::total).containsExactly(10L, 0L, 5L);
        assertThat(books.awards()).extracting(Award::corrections).containsExactly(1, 2, 2);
        assertThat(books.rows()).hasSize(4);
    }

    @Test
    void aGrantThatNoBoardCouldShowIsRefused() {
        var books = with(Map.of(1L, new Total(1, Total.MOST_POINTS - 30, NOON, 0)), Set.of(), Map.of());

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> books.adjust(adjustment(31), "generous"))
                .satisfies(problem -> assertThat(problem.getBody().getDetail())
                        .isEqualTo("points: must be at most 30: a season's total holds at most 268435455"));
        assertThat(books.rows()).isEmpty();
        assertThat(books.adjust(adjustment(30), "generous").points()).isEqualTo(30);
    }

    @Test
    void anActivityIsCutToWhatATotalCanHold() {
        var books = with(Map.of(1L, new Total(1, Total.MOST_POINTS - 2, NOON, 0)), Set.of(), Map.of());

        assertThat(books.book(note(1, "a"), null, null))
                .isEqualTo(new ActivityResult(Outcome.CUT, 2, "a season's total holds at most 268435455 points"));
        assertThat(books.book(note(1, "b"), null, null).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(books.changedTotals()).extracting(Total::points).containsExactly(Total.MOST_POINTS);
    }

    private static Bookkeeping with(Map<Long, Total> totals, Set<Key> known, Map<DayOfType, Long> used) {
        return new Bookkeeping(7, TYPES, totals, known, used);
    }

    private static Posting note(long learner, String sourceId) {
        return new Posting(learner, "NOTE", sourceId, NOON, DAY, 7, 3);
    }

    private static Posting adjustment(int points) {
        return new Posting(1, Adjustments.TYPE, "request", NOON, DAY, 7, points);
    }
}
