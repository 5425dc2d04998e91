package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.runs.RunEnded;
import io.streakboard.runs.RunState;
import io.streakboard.signin.SignIns;
import io.streakboard.signin.calendar.CalendarKeys;
import io.streakboard.signin.calendar.CompletenessMark;
import io.streakboard.signin.journal.JournalKeys;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Redis or MySQL loses days of some learners; other learners are not affected. */
@IntegrationTest
class ReconciliationIntegrationTests {

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private CalendarKeys keys;

    @Autowired
    private SignIns signIns;

    @Autowired
    private Partitions partitions;

    @Autowired
    private RunHistory history;

    @Autowired
    private CompletenessMark mark;

    @Autowired
    private BusinessTime time;

    @Autowired
    private Api api;

    @BeforeEach
    @AfterEach
    void awaitMarks() {
        await().until(() -> mark.missing().isEmpty());
    }

    @Test
    void withoutLossesNothingIsRepaired() {
        long learner = learner(3);

        assertDrift(reconcile("verify", learner), 3, 0, 0, 0);
        assertDrift(reconcile("rebuild", learner), 3, 0, 0, 0);
    }

    @Test
    void aRunWhoseInstanceHasDiedIsNotShownAsRunningForLong() {
        var silent = Utc.column(time.now().minus(Duration.ofMinutes(2)));
        jdbc.sql("""
                        INSERT INTO sign_in_reconciliation (kind, learner, since, state, started_at, updated_at)
                        VALUES ('VERIFY', 1, '2026-11-01', 'RUNNING', ?, ?)
                        """).params(silent, silent).update();

        await().untilAsserted(() -> {
            var report = api.admin().actuator("/signins").has(200);
            assertThat(report.at("/inProgress").asBoolean()).isFalse();
            assertThat(report.at("/run/state").asString()).isEqualTo("FAILED");
        });
    }

    @Test
    void aRunThatAnotherInstanceHasEndedWritesNothingMore() {
        long run = history.begin(RunHistory.RunKind.VERIFY, RunTarget.learner(1), time.today());
        history.end(run, RunState.FAILED, "its instance stopped");

        assertThatExceptionOfType(RunEnded.class).isThrownBy(() -> history.progress(run, Drift.NONE));
        history.end(run, RunState.DONE, null);

        assertThat(jdbc.sql("SELECT state FROM sign_in_reconciliation WHERE id = ?")
                        .param(run)
                        .query(String.class)
                        .single())
                .isEqualTo("FAILED");
    }

    @Test
    void daysThatRedisHasLostAreFoundAndSetAgain() {
        long learner = learner(5);
        redis.unlink(keys.year(learner, 2026));

        assertDrift(reconcile("verify", learner), 5, 5, 0, 0);
        assertThat(signedDays(learner)).isEmpty();
        assertDrift(reconcile("rebuild", learner), 5, 5, 0, 5);
        assertDrift(reconcile("verify", learner), 5, 0, 0, 0);

        assertThat(signedDays(learner)).containsExactly(14, 15, 16, 17, 18);
        assertThat(calendar(learner).at("/streak").asInt()).isEqualTo(5);
    }

    @Test
    void makeUpsAreRestoredAsMakeUps() {
        long learner = learner(1);
        api.learner(learner)
                .post("/api/sign-ins/make-ups", Map.of("day", "2026-11-16"))
                .has(201);
        awaitDays(learner, 2);
        redis.unlink(List.of(keys.year(learner, 2026), keys.makeUps(learner, 2026)));

        assertDrift(reconcile("rebuild", learner), 3, 3, 0, 3);

        assertThat(calendar(learner).at("/madeUpDays").values()).hasSize(1);
        assertThat(calendar(learner).at("/makeUpsLeft").asInt()).isEqualTo(2);
    }

    @Test
    void daysThatMySqlHasLostGoThroughTheJournalAgainAndArePaid() {
        long learner = Learners.next();
        IntStream.rangeClosed(0, 2)
                .forEach(day -> redis.opsForValue()
                        .setBit(
                                keys.year(learner, 2026),
                                LocalDate.of(2026, 11, 10).getDayOfYear() - 1 + day,
                                true));

        assertDrift(reconcile("verify", learner), 0, 0, 3, 0);
        assertDrift(reconcile("rebuild", learner), 0, 0, 3, 3);

        awaitDays(learner, 3);
        assertDrift(reconcile("verify", learner), 3, 0, 0, 0);
        assertThat(jdbc.sql("SELECT points FROM sign_in_log WHERE user_id = ? ORDER BY day")
                        .param(learner)
                        .query((row, number) -> row.getInt("points"))
                        .list())
                .containsExactly(10, 20, 30);
        await().untilAsserted(() -> assertThat(api.learner(learner)
                        .get("/api/points/summary")
                        .at("/points")
                        .asInt())
                .isEqualTo(60));
    }

    /** The season of its day may have ended, or never have been. */
    @Test
    void aMakeUpThatMySqlHasLostCountsNow() {
        long learner = Learners.next();
        var day = LocalDate.of(2026, 10, 30);
        redis.opsForValue().setBit(keys.year(learner, 2026), day.getDayOfYear() - 1, true);
        redis.opsForValue().setBit(keys.makeUps(learner, 2026), day.getDayOfYear() - 1, true);

        assertDrift(reconcile("rebuild", learner), 0, 0, 2, 2);

        awaitDays(learner, 1);
        assertThat(jdbc.sql("SELECT kind, signed_at FROM sign_in_log WHERE user_id = ?")
                        .param(learner)
                        .query((row, number) ->
                                row.getString("kind") + " on " + time.dayOf(Utc.instant(row, "signed_at")))
                        .list())
                .containsExactly("MAKE_UP on " + time.today());
    }

    @Test
    void whatIsParkedIsNotJournaledASecondTime() {
        long learner = Learners.next();
        var day = LocalDate.of(2026, 11, 9);
        redis.opsForValue().setBit(keys.year(learner, 2026), day.getDayOfYear() - 1, true);
        redis.opsForHash()
                .put(
                        new JournalKeys(partitions, TestLearnerKeys.numbers()).parked(partitions.of(learner)),
                        "1-0",
                        """
                        {"user":"%d","day":"%s","kind":"REGULAR","streak":"1","points":"10","at":"1","error":"was down"}
                        """.formatted(learner, day));
        try {
            var report = reconcile("rebuild", learner);
            assertDrift(report, 0, 0, 0, 0);
            assertThat(report.at("/drift/waiting").asInt()).isEqualTo(1);
        } finally {
            redis.opsForHash()
                    .delete(
                            new JournalKeys(partitions, TestLearnerKeys.numbers()).parked(partitions.of(learner)),
                            "1-0");
        }
    }

    /** A run may have read a learner's bits long before it asks MySQL for the second time. */
    @Test
    void whatARunHasOfADeletedLearnerDoesNotComeBack() {
        long learner = learner(1);
        api.admin().delete("/api/learners/" + learner).has(202);
        await().untilAsserted(() -> assertThat(months(learner)).isZero());
        jdbc.sql("UPDATE learner_deleted SET repeated_at = UTC_TIMESTAMP(3) WHERE user_id = ?")
                .param(learner)
                .update();
        int day = LocalDate.of(2026, 11, 16).getDayOfYear() - 1;
        var bitmaps = List.of(keys.year(learner, 2026), keys.makeUps(learner, 2026));
        bitmaps.forEach(bitmap -> redis.opsForValue().setBit(bitmap, day, true));
        try {
            assertDrift(reconcile("rebuild", learner), 0, 0, 2, 0);

            assertThat(months(learner)).isZero();
            assertThat(jdbc.sql("SELECT repeated_at IS NULL FROM learner_deleted WHERE user_id = ?")
                            .param(learner)
                            .query(Boolean.class)
                            .single())
                    .as("is deleted once more")
                    .isTrue();
        } finally {
            redis.unlink(bitmaps);
        }
    }

    private int months(long learner) {
        return jdbc.sql("SELECT COUNT(*) FROM sign_in_month WHERE user_id = ?")
                .param(learner)
                .query(Integer.class)
                .single();
    }

    @Test
    void allAreComparedInBatchesBothWays() {
        var signed = new ArrayList<Long>();
        IntStream.range(0, 30).forEach(i -> signed.add(learner(1)));
        signed.forEach(learner -> redis.unlink(keys.year(learner, 2026)));

        var report = reconcile(Map.of("action", "rebuild"));

        assertThat(report.at("/run/state").asString()).isEqualTo("DONE");
        assertThat(report.at("/drift/onlyInMySql").asInt()).isGreaterThanOrEqualTo(30);
        assertThat(report.at("/drift/learners").asInt()).isGreaterThanOrEqualTo(30);
        signed.forEach(learner -> assertThat(signedDays(learner)).containsExactly(18));
        await().until(() -> !api.admin().actuator("/signins").at("/inProgress").asBoolean());
    }

    /** The job of the application puts the mark back; until then, and after, the answers are the same. */
    @Test
    void withoutTheMarkCalendarAndStreakComeFromMySql() {
        long learner = learner(4);
        long other = learner(4);
        redis.unlink(List.of(keys.year(learner, 2026), keys.year(other, 2026)));
        redis.unlink(partitions.all().mapToObj(keys::complete).toList());

        assertThat(calendar(learner).at("/degraded").asBoolean()).isFalse();
        assertThat(signedDays(learner)).containsExactly(15, 16, 17, 18);
        assertThat(calendar(learner).at("/streak").asInt()).isEqualTo(4);
        assertThat(api.learner(other)
                        .post("/api/sign-ins")
                        .has(200)
                        .at("/streak")
                        .asInt())
                .isEqualTo(4);
        await().untilAsserted(() ->
                assertThat(redis.hasKey(keys.complete(partitions.of(learner)))).isTrue());
        assertThat(signedDays(learner)).containsExactly(15, 16, 17, 18);
        assertThat(signedDays(other)).containsExactly(15, 16, 17, 18);
    }

    @Test
    void aSignInThatFollowsALossGoesOnWithTheStreak() {
        long learner = learner(LocalDate.of(2026, 11, 17), 3);
        redis.unlink(keys.year(learner, 2026));
        redis.unlink(partitions.all().mapToObj(keys::complete).toList());

        var answer = api.learner(learner).post("/api/sign-ins").has(201);

        assertThat(answer.at("/streak").asInt()).isEqualTo(4);
        assertThat(answer.at("/points").asInt()).isEqualTo(50);
    }

    @Test
    void onlyAdminsAskAndOnlyForKnownActions() {
        api.learner(Learners.next()).actuator("/signins").has(403);
        api.admin().actuate("/signins", Map.of("action", "clear")).isInvalid("action");
        api.admin()
                .actuate("/signins", Map.of("action", "rebuild", "learner", -1))
                .isInvalid("learner");
    }

    private Answer reconcile(String action, long learner) {
        return reconcile(Map.of("action", action, "learner", learner));
    }

    /** As soon as no other run is under way. */
    private Answer reconcile(Map<String, Object> body) {
        return await().until(() -> api.admin().actuate("/signins", body), answer -> answer.status() != 409)
                .has(200);
    }

    private static void assertDrift(Answer report, int days, int onlyInMySql, int onlyInRedis, int repaired) {
        assertThat(report.at("/run/state").asString()).isEqualTo("DONE");
        assertThat(report.at("/drift/days").asInt()).isEqualTo(days);
        assertThat(report.at("/drift/onlyInMySql").asInt()).isEqualTo(onlyInMySql);
        assertThat(report.at("/drift/onlyInRedis").asInt()).isEqualTo(onlyInRedis);
        assertThat(report.at("/drift/repaired").asInt()).isEqualTo(repaired);
    }

    /** A learner who has signed in on some days in a row up to today, all of them in MySQL. */
    private long learner(int days) {
        return learner(time.today(), days);
    }

    private long learner(LocalDate last, int days) {
        long learner = Learners.next();
        signIns.signIn(last.minusDays(days - 1)
                .datesUntil(last.plusDays(1))
                .map(day -> new SignIns.Attempt(learner, time.startOf(day)))
                .toList());
        awaitDays(learner, days);
        return learner;
    }

    private void awaitDays(long learner, int days) {
        await().untilAsserted(() -> assertThat(jdbc.sql("SELECT BIT_COUNT(days) FROM sign_in_month WHERE user_id = ?")
                        .param(learner)
                        .query((row, number) -> row.getInt(1))
                        .list())
                .containsExactly(days));
    }

    private Answer calendar(long learner) {
        return api.learner(learner)
                .get("/api/sign-ins/calendar?month=" + YearMonth.from(time.today()))
                .has(200);
    }

    private List<Integer> signedDays(long learner) {
        return calendar(learner).at("/signedDays").values().stream()
                .map(day -> day.asInt())
                .toList();
    }
}
