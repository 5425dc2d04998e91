package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.Total.ClosingTotal;
import io.streakboard.points.ledger.Posting;
import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.web.Problem;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BookkeepingTests {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final int CAP = 20;
    private static final LocalDate DAY = LocalDate.parse("2026-11-21");
    private static final Instant RECORDED = NOON.plus(Duration.ofDays(40));
    private static final Instant MIDNIGHT = RECORDED.plus(Duration.ofHours(12));
    private static final Violation SEALED = ViolationCode.SEASON_CLOSED.of(null, "2026-11", "2026-12");
    private static final ClosingTotal NOTHING = new ClosingTotal(MIDNIGHT, 0, null);

    @Test
    void cutsToTheRestOfTheDaysCapAndThenRefuses() {
        var books = with(Map.of(), Set.of(), Map.of(new DayOfType(1, DAY, "NOTE"), 15L));

        assertThat(books.book(note(1, "a"), null).outcome()).isEqualTo(Outcome.AWARDED);
        assertThat(books.book(note(1, "b"), null)).satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(Outcome.CUT);
            assertThat(result.points()).isEqualTo(2);
        });
        assertThat(books.book(note(1, "c"), null).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(books.entries()).hasSize(3);
        assertThat(books.awards()).extracting(Award::points).containsExactly(3, 2);
    }

    @Test
    void everyDayAndLearnerHasACapOfItsOwn() {
        var books = with(Map.of(), Set.of(), Map.of(new DayOfType(1, DAY, "NOTE"), 20L));
        var tomorrow = new Posting(1, "NOTE", "b", NOON.plus(Duration.ofDays(1)), DAY.plusDays(1), 7, 3, CAP, null);

        assertThat(books.book(note(1, "a"), null).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(books.book(tomorrow, null).outcome()).isEqualTo(Outcome.AWARDED);
        assertThat(books.book(note(2, "a"), null).outcome()).isEqualTo(Outcome.AWARDED);
    }

    @Test
    void postingsInTheLedgerOrTheBatchAreDuplicates() {
        var books = with(Map.of(), Set.of(new PostingKey(7, 1, "NOTE", "known")), Map.of());

        assertThat(books.book(note(1, "known"), null).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(books.book(note(1, "new"), null).outcome()).isEqualTo(Outcome.AWARDED);
        assertThat(books.book(note(1, "new"), null)).isEqualTo(PostingResult.duplicate());
        assertThat(books.book(note(2, "known"), null).outcome()).isEqualTo(Outcome.AWARDED);
        assertThat(books.entries()).hasSize(2);
    }

    @Test
    void aLatePostingHasItsRecordingTimeAndItsReason() {
        var books = with(Map.of(), Set.of(), Map.of(new DayOfType(1, DAY, "NOTE"), 18L));

        assertThat(books.book(note(1, "a"), SEALED))
                .isEqualTo(new PostingResult(
                        Outcome.LATE, 2, List.of(SEALED, ViolationCode.DAILY_CAP_LEAVES.of(null, 20, 2, 3))));
        assertThat(books.book(note(1, "b"), SEALED))
                .isEqualTo(new PostingResult(
                        Outcome.LATE, 0, List.of(SEALED, ViolationCode.DAILY_CAP_REACHED.of(null, 20))));
        assertThat(books.awards()).extracting(Award::reachedAt).containsExactly(RECORDED);
    }

    @Test
    void totalsRunOnFromAwardToAward() {
        var books = with(Map.of(1L, new Total(1, 100, NOON, 2, null)), Set.of(), Map.of());

        books.book(note(1, "a"), null);
        books.book(note(1, "b"), null);

        assertThat(books.awards()).extracting(Award::total).containsExactly(103L, 106L);
        assertThat(books.awards()).extracting(Award::corrections).containsOnly(2);
        assertThat(books.changedTotals())
                .containsExactly(new Total(1, 106, NOON, 2, new ClosingTotal(MIDNIGHT, 100, NOON)));
    }

    @Test
    void aTotalIsReachedAtItsLatestAwardWhateverTheOrder() {
        var books = with(Map.of(), Set.of(), Map.of());
        var earlier = new Posting(1, "NOTE", "b", NOON.minusSeconds(60), DAY, 7, 3, CAP, null);

        books.book(note(1, "a"), null);
        books.book(earlier, null);

        assertThat(books.changedTotals()).containsExactly(new Total(1, 6, NOON, 0, NOTHING));
        assertThat(books.awards()).extracting(Award::reachedAt).containsExactly(NOON, NOON);
    }

    @Test
    void aDeductionTakesAtMostTheTotalAndCountsAsACorrection() {
        var books = with(Map.of(1L, new Total(1, 30, NOON, 0, null)), Set.of(), Map.of());

        assertThat(books.adjust(adjustment(-20), "spam").points()).isEqualTo(-20);
        assertThat(books.adjust(adjustment(-20), "spam").points()).isEqualTo(-10);
        assertThat(books.adjust(adjustment(-20), "spam").points()).isZero();
        assertThat(books.adjust(adjustment(5), "sorry").points()).isEqualTo(5);

        assertThat(books.awards()).extracting(Award::total).containsExactly(10L, 0L, 5L);
        assertThat(books.awards()).extracting(Award::corrections).containsExactly(1, 2, 2);
        assertThat(books.entries()).hasSize(4);
    }

    @Test
    void theFirstChangeOfADayNotesTheFormerTotal() {
        var total = new Total(1, 30, NOON, 0, new ClosingTotal(MIDNIGHT.minus(Duration.ofDays(1)), 20, NOON));
        var ahead = new ClosingTotal(MIDNIGHT.plus(Duration.ofDays(1)), 5, NOON);

        var books = with(Map.of(1L, total, 2L, new Total(2, 9, NOON, 0, ahead)), Set.of(), Map.of());
        books.book(note(1, "a"), null);
        books.book(note(1, "b"), null);
        books.book(note(2, "a"), null);

        assertThat(books.awards())
                .extracting(Award::closing)
                .containsExactly(new ClosingTotal(MIDNIGHT, 30, NOON), new ClosingTotal(MIDNIGHT, 30, NOON), ahead);
        assertThat(total.erased(NOON).closing()).isNull();
    }

    @Test
    void aGrantThatNoBoardCouldShowIsRefused() {
        var books = with(Map.of(1L, new Total(1, Total.MOST_POINTS - 30, NOON, 0, null)), Set.of(), Map.of());

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> books.adjust(adjustment(31), "generous"))
                .satisfies(problem -> assertThat(problem.getBody().getDetail())
                        .isEqualTo("points: must be at most 30: a season's total holds at most 268435455"));
        assertThat(books.entries()).isEmpty();
        assertThat(books.adjust(adjustment(30), "generous").points()).isEqualTo(30);
    }

    @Test
    void anActivityIsCutToTheMostThatATotalCanHold() {
        var books = with(Map.of(1L, new Total(1, Total.MOST_POINTS - 2, NOON, 0, null)), Set.of(), Map.of());

        assertThat(books.book(note(1, "a"), null))
                .isEqualTo(new PostingResult(
                        Outcome.CUT, 2, List.of(ViolationCode.SEASON_FULL.of(null, Total.MOST_POINTS))));
        assertThat(books.book(note(1, "b"), null).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(books.changedTotals()).extracting(Total::points).containsExactly(Total.MOST_POINTS);
    }

    private static Bookkeeping with(Map<Long, Total> totals, Set<PostingKey> known, Map<DayOfType, Long> used) {
        return new Bookkeeping(7, RECORDED, MIDNIGHT, totals, known, used);
    }

    private static Posting note(long learner, String sourceId) {
        return new Posting(learner, "NOTE", sourceId, NOON, DAY, 7, 3, CAP, null);
    }

    private static Posting adjustment(int points) {
        return new Posting(1, Claim.ADJUSTMENT, "request", NOON, DAY, 7, points, null, null);
    }
}
