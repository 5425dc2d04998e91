package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.points.ledger.ClockBehind;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
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
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class PointsLedgerIntegrationTests {

    private static final Instant MARCH = Instant.parse("2017-03-10T04:00:00Z");
    private static final Instant APRIL = Instant.parse("2017-04-10T04:00:00Z");

    private final PointsLedger ledger;
    private final PointsTotals totals;
    private final Seasons seasons;
    private final BusinessTime time;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    PointsLedgerIntegrationTests(
            PointsLedger ledger,
            PointsTotals totals,
            Seasons seasons,
            BusinessTime time,
            JdbcClient jdbc,
            TransactionTemplate transactions) {
        this.ledger = ledger;
        this.totals = totals;
        this.seasons = seasons;
        this.time = time;
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @Test
    void aBatchOverTwoSeasonsIsSplit() {
        long learner = Learners.next();

        var results = ledger.post(List.of(
                review(learner, "april", APRIL), review(learner, "march", MARCH), review(learner, "april", APRIL)));

        assertThat(results)
                .extracting(PostingResult::outcome)
                .containsExactly(Outcome.AWARDED, Outcome.AWARDED, Outcome.DUPLICATE);
        assertThat(total(seasons.at(MARCH), learner)).isEqualTo(10);
        assertThat(total(seasons.at(APRIL), learner)).isEqualTo(10);
    }

    @Test
    void aClaimWithoutASeasonBlocksNoOthers() {
        long learner = Learners.next();
        var before = Instant.parse("1969-12-05T04:00:00Z");

        var results = ledger.post(List.of(
                review(learner, "march", MARCH), review(learner, "before", before), review(learner, "april", APRIL)));

        assertThat(results)
                .extracting(PostingResult::outcome)
                .containsExactly(Outcome.AWARDED, Outcome.INVALID, Outcome.AWARDED);
        assertThat(results.get(1).detail()).contains("before the first season");
    }

    @Test
    void aSeasonSealedBeforeTheTransactionIsNotAdjusted() {
        var august = Instant.parse(Months.next() + "-10T04:00:00Z");
        long learner = Learners.next();
        var adjustment = ledger.posting(new Claim(learner, Claim.ADJUSTMENT, "paused " + learner, august, 10));
        seasons.seal(adjustment.season());

        assertThatExceptionOfType(ClockBehind.class)
                .isThrownBy(() -> transactions.execute(status -> ledger.adjust(adjustment, "too late")));

        assertThat(totals.of(adjustment.season(), learner)).isEmpty();
    }

    @Test
    void anInstanceWhoseClockIsBehindASealSaysSo() {
        var june = Instant.parse(Months.next() + "-10T04:00:00Z");
        long learner = Learners.next();
        seasons.seal(seasons.at(june).id());
        var sealed = seasons.byId(seasons.at(june).id());

        assertThatExceptionOfType(ClockBehind.class)
                .isThrownBy(() -> ledger.post(lessons(learner, "behind", june, 1), () -> sealed))
                .withMessageContaining("the clock is behind");
    }

    @Test
    void latePostingsCountUnderTheCapOfTheirOwnDay() {
        var june = Instant.parse(Months.next() + "-10T04:00:00Z");
        long learner = Learners.next();
        ledger.post(lessons(learner, "in-time", june, 3));
        seasons.seal(seasons.at(june).id());

        var first = ledger.post(lessons(learner, "late", june, 1));
        var rest = ledger.post(lessons(learner, "later", june, 3));
        var today = ledger.post(lessons(learner, "today", time.now(), 5));

        assertThat(first).extracting(PostingResult::points).containsExactly(10);
        assertThat(rest).extracting(PostingResult::outcome).containsOnly(Outcome.LATE);
        assertThat(rest).extracting(PostingResult::points).containsExactly(10, 0, 0);
        assertThat(today).extracting(PostingResult::outcome).containsOnly(Outcome.AWARDED);
        assertThat(total(seasons.current(), learner)).isEqualTo(70);
    }

    @Test
    void latePostingsAreKnownAfterTheirSeasonIsSealed() {
        var july = Instant.parse(Months.next() + "-10T04:00:00Z");
        long learner = Learners.next();
        seasons.seal(seasons.at(july).id());
        var late = List.of(lesson(learner, "late", july));
        ledger.post(late);
        // As if the season that took it were over: its ledger is not asked any more.
        jdbc.sql("UPDATE points_late SET season = 0 WHERE user_id = ?")
                .param(learner)
                .update();

        assertThat(ledger.post(late)).extracting(PostingResult::outcome).containsExactly(Outcome.DUPLICATE);
        assertThat(seasons.at(july).state()).isEqualTo(State.SETTLING);
    }

    /** One instance still holds what it has posted to its current season when another has gone on to the next. */
    @Test
    void latePostingsFindTheSameRoomUnderTheCapWhateverSeasonTakesThem() throws Exception {
        var day = Instant.parse(Months.next() + "-10T04:00:00Z");
        long learner = Learners.next();
        seasons.seal(seasons.at(day).id());
        var next = seasons.at(time.now().plus(Duration.ofDays(20)));

        try (var threads = Executors.newSingleThreadExecutor()) {
            var after = transactions.execute(status -> {
                ledger.post(lessons(learner, "before", day, 3));
                var posted = threads.submit(() -> postTo(next, lessons(learner, "after", day, 5)));
                await().until(() -> posted.isDone() || waiting() == 1);
                return posted;
            });
            assertThat(after.get()).extracting(PostingResult::points).containsExactly(10, 10, 0, 0, 0);
        }

        assertThat(total(seasons.current(), learner)).isEqualTo(30);
        assertThat(total(next, learner)).isEqualTo(20);
    }

    /** Batches that take the same two learners to the same seasons from opposite sides. */
    @Test
    void noBatchWaitsForEverWhateverSeasonsItMixes() throws Exception {
        var sealed = Instant.parse(Months.next() + "-10T04:00:00Z");
        var open = Instant.parse(Months.next() + "-10T04:00:00Z");
        var learners = List.of(Learners.next(), Learners.next());
        seasons.seal(seasons.at(sealed).id());
        var next = seasons.at(time.now().plus(Duration.ofDays(20)));
        var posts = new ArrayList<Callable<List<PostingResult>>>();
        for (int i = 0; i < 20; i++) {
            var batch = new ArrayList<Claim>();
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
                            .extracting(PostingResult::points)
                            .containsOnly(10));
        }

        for (long learner : learners) {
            assertThat(total(seasons.current(), learner) + total(next, learner)).isEqualTo(600);
            assertThat(total(seasons.at(open), learner)).isEqualTo(200);
        }
    }

    @Test
    void aLearnerDeletedWhileAPostingWaitsGetsNothing() throws Exception {
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
                var waits =
                        threads.submit(() -> ledger.post(List.of(review(learner, "r", day), review(other, "r", day))));
                await().until(() -> waiting() == 1);
                // On another instance; there, all that was known of the learner has been deleted already.
                deleteElsewhere(learner);
                return waits;
            });
            assertThat(posted.get())
                    .extracting(PostingResult::outcome)
                    .containsExactly(Outcome.INVALID, Outcome.AWARDED);
        }

        assertThat(ledger(season, learner)).isZero();
        assertThat(total(season, other)).isEqualTo(10);
    }

    @Test
    void aLearnerDeletedWhileAnAdjustmentWaitsGetsNothing() {
        long learner = Learners.next();
        var adjustment = ledger.posting(new Claim(learner, Claim.ADJUSTMENT, "gone " + learner, time.now(), 10));
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
    private List<PostingResult> postTo(Season current, List<Claim> batch) {
        return ledger.post(batch, () -> current);
    }

    private long waiting() {
        return jdbc.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                .query(Long.class)
                .single();
    }

    @Test
    void aSignInIsPaidOnceHoweverOftenItsEventComes() {
        long learner = Learners.next();
        var claim = new Claim(learner, "SIGN_IN", "2017-03-10", MARCH, 30);

        assertThat(ledger.post(List.of(claim)))
                .extracting(PostingResult::points)
                .containsExactly(30);
        assertThat(ledger.post(List.of(claim, claim)))
                .extracting(PostingResult::outcome)
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

    private static List<Claim> lessons(long learner, String prefix, Instant at, int count) {
        var lessons = new ArrayList<Claim>();
        for (int i = 0; i < count; i++) {
            lessons.add(lesson(learner, prefix + i, at));
        }
        return lessons;
    }

    private static Claim lesson(long learner, String sourceId, Instant at) {
        return new Claim(learner, "LESSON", sourceId, at, 10, 50);
    }

    private static Claim review(long learner, String sourceId, Instant at) {
        return new Claim(learner, "REVIEW", sourceId, at, 10);
    }
}
