package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class PointsLedgerIntegrationTests {

    private static final Instant MARCH = Instant.parse("2017-03-10T04:00:00Z");
    private static final Instant APRIL = Instant.parse("2017-04-10T04:00:00Z");

    private final PointsLedger ledger;
    private final PointsTotals totals;
    private final Activities activities;
    private final Seasons seasons;
    private final BusinessTime time;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    PointsLedgerIntegrationTests(
            PointsLedger ledger,
            PointsTotals totals,
            Activities activities,
            Seasons seasons,
            BusinessTime time,
            JdbcClient jdbc,
            TransactionTemplate transactions) {
        this.ledger = ledger;
        this.totals = totals;
        this.activities = activities;
        this.seasons = seasons;
        this.time = time;
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @Test
    void sixtyFourThreadsNeverGetMoreThanTheCap() throws InterruptedException {
        long learner = Learners.next();
        var season = seasons.at(MARCH);
        var posts = IntStream.range(0, 64)
                .<Callable<List<ActivityResult>>>mapToObj(
                        i -> () -> activities.take(List.of(lesson(learner, "l" + i, MARCH.plusSeconds(i)))))
                .toList();

        try (var threads = Executors.newFixedThreadPool(64)) {
            var outcomes = threads.invokeAll(posts).stream()
                    .map(post -> post.resultNow().getFirst().outcome())
                    .toList();
            assertThat(outcomes).filteredOn(Outcome.AWARDED::equals).hasSize(5);
            assertThat(outcomes).filteredOn(Outcome.REFUSED::equals).hasSize(59);
        }

        assertThat(total(season, learner)).isEqualTo(50);
        assertThat(ledgerSum(season, learner)).isEqualTo(50);
    }

    @Test
    void threadsThatPostTheSameActivityPayItOnce() throws InterruptedException {
        long learner = Learners.next();
        Callable<List<ActivityResult>> post = () -> activities.take(List.of(lesson(learner, "same", MARCH)));

        try (var threads = Executors.newFixedThreadPool(32)) {
            var outcomes = threads
                    .invokeAll(IntStream.range(0, 32).mapToObj(i -> post).toList())
                    .stream()
                    .map(each -> each.resultNow().getFirst().outcome())
                    .toList();
            assertThat(outcomes).filteredOn(Outcome.AWARDED::equals).hasSize(1);
            assertThat(outcomes).filteredOn(Outcome.DUPLICATE::equals).hasSize(31);
        }

        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(10);
    }

    @Test
    void aBatchThatIsDeliveredTwiceCountsOnce() {
        long learner = Learners.next();
        var batch = List.of(lesson(learner, "a", MARCH), review(learner, "b", MARCH));

        assertThat(activities.take(batch)).extracting(ActivityResult::outcome).containsOnly(Outcome.AWARDED);
        assertThat(activities.take(batch)).extracting(ActivityResult::outcome).containsOnly(Outcome.DUPLICATE);

        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(20);
    }

    @Test
    void batchesInTheWrongOrderGiveTheSameTotals() {
        long learner = Learners.next();
        long other = Learners.next();
        var season = seasons.at(MARCH);

        for (var order : List.of(List.of(learner, 0, 1), List.of(other, 1, 0))) {
            long who = ((Number) order.getFirst()).longValue();
            for (var batch : order.subList(1, 3)) {
                var at = MARCH.plusSeconds(3_600L * ((Number) batch).intValue());
                activities.take(IntStream.range(0, 4)
                        .mapToObj(i -> lesson(who, batch + "-" + i, at.plusSeconds(i)))
                        .toList());
            }
        }

        assertThat(total(season, learner)).isEqualTo(50);
        assertThat(totals.of(season.id(), other).orElseThrow().points()).isEqualTo(50);
        assertThat(ledgerSum(season, other)).isEqualTo(50);
        // What comes out of order is reached when the latest paid one was.
        assertThat(totals.of(season.id(), other).orElseThrow().reachedAt()).isEqualTo(MARCH.plusSeconds(3_603));
    }

    @Test
    void aBatchOverTwoSeasonsIsSplit() {
        long learner = Learners.next();

        var results = activities.take(List.of(
                review(learner, "april", APRIL), review(learner, "march", MARCH), review(learner, "april", APRIL)));

        assertThat(results)
                .extracting(ActivityResult::outcome)
                .containsExactly(Outcome.AWARDED, Outcome.AWARDED, Outcome.DUPLICATE);
        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(10);
        assertThat(total(seasons.at(APRIL), learner)).isEqualTo(10);
    }

    @Test
    void theBusinessZoneDecidesTheSeason() {
        long learner = Learners.next();

        activities.take(List.of(
                review(learner, "last", Instant.parse("2017-03-31T15:59:59Z")),
                review(learner, "first", Instant.parse("2017-03-31T16:00:00Z"))));

        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(10);
        assertThat(total(seasons.at(APRIL), learner)).isEqualTo(10);
    }

    @Test
    void afterTheSealAnActivityGoesToTheCurrentSeasonAndStaysKnown() {
        var may = Instant.parse("2017-05-10T04:00:00Z");
        long learner = Learners.next();
        activities.take(List.of(lesson(learner, "in-time", may)));
        var sealed = seasons.at(may);
        seasons.seal(sealed.id());
        var late = List.of(lesson(learner, "in-time", may), lesson(learner, "late", may.plusSeconds(1)));

        assertThat(activities.take(late))
                .extracting(ActivityResult::outcome)
                .containsExactly(Outcome.DUPLICATE, Outcome.LATE);
        assertThat(activities.take(late)).extracting(ActivityResult::outcome).containsOnly(Outcome.DUPLICATE);

        assertThat(total(sealed, learner)).isEqualTo(10);
        assertThat(total(seasons.current(), learner)).isEqualTo(10);
        assertThat(totals.of(seasons.current().id(), learner).orElseThrow().reachedAt())
                .isAfter(seasons.current().startsAt());
    }

    @Test
    void aSeasonThatIsSealedBetweenQuestionAndTransactionIsNotAdjusted() {
        var august = Instant.parse("2017-08-10T04:00:00Z");
        long learner = Learners.next();
        var adjustment = ledger.posting(new Activity(learner, Adjustments.TYPE, "paused " + learner, august), 10);
        seasons.seal(adjustment.season());

        assertThatExceptionOfType(PessimisticLockingFailureException.class)
                .isThrownBy(() -> transactions.execute(status -> ledger.adjust(adjustment, "too late")));

        assertThat(totals.of(adjustment.season(), learner)).isEmpty();
    }

    @Test
    void whatIsLateCountsUnderTheCapOfItsOwnDay() {
        var june = Instant.parse("2017-06-10T04:00:00Z");
        long learner = Learners.next();
        activities.take(lessons(learner, "in-time", june, 3));
        seasons.seal(seasons.at(june).id());

        var first = activities.take(lessons(learner, "late", june, 1));
        var rest = activities.take(lessons(learner, "later", june, 3));
        var today = activities.take(lessons(learner, "today", time.now(), 5));

        assertThat(first).extracting(ActivityResult::points).containsExactly(10);
        assertThat(rest).extracting(ActivityResult::outcome).containsOnly(Outcome.LATE);
        assertThat(rest).extracting(ActivityResult::points).containsExactly(10, 0, 0);
        assertThat(today).extracting(ActivityResult::outcome).containsOnly(Outcome.AWARDED);
        assertThat(total(seasons.current(), learner)).isEqualTo(70);
    }

    @Test
    void whatWasLateInASeasonThatIsSealedItselfIsStillKnown() {
        var july = Instant.parse("2017-07-10T04:00:00Z");
        long learner = Learners.next();
        seasons.seal(seasons.at(july).id());
        var late = List.of(lesson(learner, "late", july));
        activities.take(late);
        // As if the season that took it were over: its ledger is not asked any more.
        jdbc.sql("UPDATE points_late SET season = 0 WHERE user_id = ?")
                .param(learner)
                .update();

        assertThat(activities.take(late)).extracting(ActivityResult::outcome).containsExactly(Outcome.DUPLICATE);
        assertThat(seasons.at(july).state()).isEqualTo(State.SETTLING);
    }

    @Test
    void theSameSourceIdOfTwoSeasonsIsTwoActivitiesHoweverLateTheyCome() {
        long learner = Learners.next();
        var august = lesson(learner, "lesson-7", Instant.parse("2018-08-10T04:00:00Z"));
        var september = lesson(learner, "lesson-7", Instant.parse("2018-09-10T04:00:00Z"));
        var today = lesson(learner, "lesson-7", time.now());
        Stream.of(august, september)
                .forEach(each -> seasons.seal(seasons.at(each.occurredAt()).id()));

        for (var outcome : List.of(Outcome.LATE, Outcome.DUPLICATE)) {
            assertThat(Stream.of(august, september).map(each -> activities.take(List.of(each))))
                    .flatExtracting(results -> results)
                    .extracting(ActivityResult::outcome)
                    .containsExactly(outcome, outcome);
        }
        assertThat(activities.take(List.of(today, today, august)))
                .extracting(ActivityResult::outcome)
                .containsExactly(Outcome.AWARDED, Outcome.DUPLICATE, Outcome.DUPLICATE);

        assertThat(total(seasons.current(), learner)).isEqualTo(30);
        assertThat(ledgerSum(seasons.current(), learner)).isEqualTo(30);
    }

    /** One instance still holds what it has posted to its current season when another has gone on to the next. */
    @Test
    void whatIsLateFindsTheSameRoomUnderTheCapWhateverSeasonTakesIt() throws Exception {
        var day = Instant.parse("2018-10-10T04:00:00Z");
        long learner = Learners.next();
        seasons.seal(seasons.at(day).id());
        var next = seasons.at(time.now().plus(Duration.ofDays(20)));

        try (var threads = Executors.newSingleThreadExecutor()) {
            var after = transactions.execute(status -> {
                activities.take(lessons(learner, "before", day, 3));
                var posted = threads.submit(() -> postTo(next, lessons(learner, "after", day, 5)));
                await().until(() -> posted.isDone() || waiting() == 1);
                return posted;
            });
            assertThat(after.get()).extracting(ActivityResult::points).containsExactly(10, 10, 0, 0, 0);
        }

        assertThat(total(seasons.current(), learner)).isEqualTo(30);
        assertThat(total(next, learner)).isEqualTo(20);
    }

    /** Batches that take the same two learners to the same seasons from opposite sides. */
    @Test
    void noBatchWaitsForEverWhateverSeasonsItMixes() throws Exception {
        var sealed = Instant.parse("2018-11-10T04:00:00Z");
        var open = Instant.parse("2018-12-10T04:00:00Z");
        var learners = List.of(Learners.next(), Learners.next());
        seasons.seal(seasons.at(sealed).id());
        var next = seasons.at(time.now().plus(Duration.ofDays(20)));
        var posts = new ArrayList<Callable<List<ActivityResult>>>();
        for (int i = 0; i < 20; i++) {
            var batch = new ArrayList<Activity>();
            for (var at : List.of(sealed, open, time.now(), next.startsAt())) {
                for (long learner : learners) {
                    batch.add(review(learner, "r" + i, at));
                }
            }
            Collections.shuffle(batch, new Random(i));
            var taker = i % 2 == 0 ? seasons.current() : next;
            posts.add(() -> postTo(taker, batch));
        }

        try (var threads = Executors.newFixedThreadPool(8)) {
            assertThat(threads.invokeAll(posts))
                    .allSatisfy(post -> assertThat(post.resultNow())
                            .extracting(ActivityResult::points)
                            .containsOnly(10));
        }

        for (long learner : learners) {
            assertThat(total(seasons.current(), learner) + total(next, learner)).isEqualTo(600);
            assertThat(total(seasons.at(open), learner)).isEqualTo(200);
        }
    }

    @Test
    void whoIsDeletedWhileAPostingWaitsGetsNothing() throws Exception {
        var day = Instant.parse("2019-01-10T04:00:00Z");
        long learner = Learners.next();
        long other = Learners.next();
        var season = seasons.at(day);

        try (var threads = Executors.newSingleThreadExecutor()) {
            var posted = transactions.execute(status -> {
                jdbc.sql("SELECT id FROM season WHERE id = ? FOR UPDATE")
                        .param(season.id())
                        .query(Long.class)
                        .single();
                var waits = threads.submit(
                        () -> activities.take(List.of(review(learner, "r", day), review(other, "r", day))));
                await().until(() -> waiting() == 1);
                // On another instance; there, all that was known of the learner has been deleted already.
                deleteElsewhere(learner);
                return waits;
            });
            assertThat(posted.get())
                    .extracting(ActivityResult::outcome)
                    .containsExactly(Outcome.INVALID, Outcome.AWARDED);
        }

        assertThat(ledger(season, learner)).isZero();
        assertThat(total(season, other)).isEqualTo(10);
    }

    @Test
    void whoIsDeletedWhileAnAdjustmentWaitsGetsNothing() {
        long learner = Learners.next();
        var adjustment = ledger.posting(new Activity(learner, Adjustments.TYPE, "gone " + learner, time.now()), 10);
        deleteElsewhere(learner);

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> transactions.execute(status -> ledger.adjust(adjustment, "too late")));
    }

    /** In a transaction of its own, whatever the test's own holds. */
    private void deleteElsewhere(long learner) {
        CompletableFuture.runAsync(
                        () -> jdbc.sql("INSERT INTO learner_deleted (user_id, deleted_at) VALUES (?, UTC_TIMESTAMP(3))")
                                .param(learner)
                                .update())
                .join();
    }

    /** As an instance does whose clock has gone on. */
    private List<ActivityResult> postTo(Season current, List<Activity> batch) {
        return ledger.post(batch.stream().map(each -> ledger.posting(each, 10)).toList(), () -> current);
    }

    private long waiting() {
        return jdbc.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                .query(Long.class)
                .single();
    }

    @Test
    void sourceIdsThatDifferInCaseAccentOrBlanksAreDifferentActivities() {
        long learner = Learners.next();

        for (var sourceId : List.of("e", "E", "é", "e b")) {
            assertThat(activities.take(List.of(review(learner, sourceId, MARCH))))
                    .extracting(ActivityResult::outcome)
                    .containsExactly(Outcome.AWARDED);
        }
    }

    @Test
    void whateverASourceIdHasItIsKnownAgain() {
        long learner = Learners.next();

        for (var sourceId : List.of("a\u0000b", "a\u0001b", "a\\b", "a\"b", "a\nb", "😀", "?")) {
            assertThat(IntStream.range(0, 2).mapToObj(i -> activities.take(List.of(review(learner, sourceId, MARCH)))))
                    .flatExtracting(results -> results)
                    .extracting(ActivityResult::outcome)
                    .containsExactly(Outcome.AWARDED, Outcome.DUPLICATE);
        }
    }

    @Test
    void halfACharacterIsInvalid() {
        var half = "\uD83D";

        assertThat(activities.take(
                        List.of(review(Learners.next(), half, MARCH), new Activity(Learners.next(), half, "a", MARCH))))
                .extracting(ActivityResult::outcome)
                .containsOnly(Outcome.INVALID);
    }

    @Test
    void aBlankAtTheEndOfASourceIdIsNotMistakenForAnotherActivity() {
        long learner = Learners.next();
        activities.take(List.of(review(learner, "a", MARCH)));

        assertThat(activities.take(List.of(review(learner, "a ", MARCH), review(learner, " a", MARCH))))
                .extracting(ActivityResult::outcome)
                .containsOnly(Outcome.INVALID);
        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(10);
    }

    @Test
    void timesBeyondAnyCalendarAreInvalid() {
        long learner = Learners.next();

        assertThat(activities.take(List.of(
                        review(learner, "a", Instant.MIN),
                        review(learner, "b", Instant.MAX),
                        new Activity(learner, Activity.SIGN_IN, "2026-01-01", Instant.MIN))))
                .extracting(ActivityResult::outcome)
                .containsOnly(Outcome.INVALID);
    }

    @Test
    void aSignInIsPaidOnceHoweverOftenItsEventComes() {
        long learner = Learners.next();
        var posting = ledger.posting(new Activity(learner, Activity.SIGN_IN, "2017-03-10", MARCH), 30);

        assertThat(ledger.post(List.of(posting)))
                .extracting(ActivityResult::points)
                .containsExactly(30);
        assertThat(ledger.post(List.of(posting, posting)))
                .extracting(ActivityResult::outcome)
                .containsOnly(Outcome.DUPLICATE);
        assertThat(ledgerSum(seasons.at(MARCH), learner)).isEqualTo(30);
    }

    private long total(Season season, long learner) {
        return totals.of(season.id(), learner).orElseThrow().points();
    }

    private long ledger(Season season, long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM points_record_%d WHERE user_id = ?".formatted(season.id()))
                .param(learner)
                .query(Long.class)
                .single();
    }

    private long ledgerSum(Season season, long learner) {
        return jdbc.sql("SELECT SUM(points) FROM points_record_%d WHERE user_id = ?".formatted(season.id()))
                .param(learner)
                .query(Long.class)
                .single();
    }

    private static List<Activity> lessons(long learner, String prefix, Instant at, int count) {
        var lessons = new ArrayList<Activity>();
        for (int i = 0; i < count; i++) {
            lessons.add(lesson(learner, prefix + i, at));
        }
        return lessons;
    }

    private static Activity lesson(long learner, String sourceId, Instant at) {
        return new Activity(learner, "LESSON", sourceId, at);
    }

    private static Activity review(long learner, String sourceId, Instant at) {
        return new Activity(learner, "REVIEW", sourceId, at);
    }
}
