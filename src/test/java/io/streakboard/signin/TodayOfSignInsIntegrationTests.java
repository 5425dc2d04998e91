package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.signin.SignInLog.DaySum;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Rest;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Figures over all learners, which other tests add to: so each test compares them with those before. */
@IntegrationTest
class TodayOfSignInsIntegrationTests {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 18);

    private final Api api;
    private final SignInLog log;
    private final LearnersOfToday learners;
    private final BusinessTime time;
    private final JdbcClient jdbc;
    private final Rest rest;

    TodayOfSignInsIntegrationTests(
            Api api, SignInLog log, LearnersOfToday learners, BusinessTime time, JdbcClient jdbc, Rest rest) {
        this.rest = rest;
        this.api = api;
        this.log = log;
        this.learners = learners;
        this.time = time;
        this.jdbc = jdbc;
    }

    @Test
    void comparesDaysAtTheSameHour() {
        var yesterday = TODAY.minusDays(1);
        var before = new SignInsOfDays(log, time).figures();
        logged(yesterday, "REGULAR", 1, time.startOf(yesterday).plusSeconds(3_600));
        logged(yesterday, "REGULAR", 1, time.startOf(TODAY).minusSeconds(3_600));
        logged(yesterday, "MAKE_UP", 1, time.now());
        logged(
                TODAY.minusDays(7),
                "REGULAR",
                1,
                time.startOf(TODAY.minusDays(7)).plusSeconds(1));

        var after = new SignInsOfDays(log, time).figures();

        assertThat(after.today().day()).isEqualTo(TODAY);
        assertThat(after.yesterday().signIns() - before.yesterday().signIns()).isEqualTo(2);
        assertThat(after.yesterday().byNow() - before.yesterday().byNow()).isEqualTo(1);
        assertThat(after.weekAgo().day()).isEqualTo(TODAY.minusDays(7));
        assertThat(after.weekAgo().signIns() - before.weekAgo().signIns()).isEqualTo(1);
    }

    @Test
    void hasTheLastSixtyDaysInOrder() {
        logged(TODAY.minusDays(59), "REGULAR", 1, time.now());
        logged(TODAY.minusDays(60), "REGULAR", 1, time.now());

        var days = new SignInsOfDays(log, time).figures().days();

        assertThat(days).extracting(DaySum::day).isSorted().startsWith(TODAY.minusDays(59));
        assertThat(days).allSatisfy(day -> assertThat(day.signIns()).isPositive());
    }

    @Test
    void readingTheDaysBeforeYesterdayTakesASmallPartOfTheTime() {
        var nanos = new AtomicLong();
        var figures = new SignInsOfDays(log, time, () -> nanos.getAndAdd(10)); // so reading them takes 10
        var before = figures.figures();
        logged(TODAY.minusDays(2), "REGULAR", 1, time.now());
        logged(TODAY.minusDays(1), "REGULAR", 1, time.now());

        var after = figures.figures();
        nanos.addAndGet(10 * 200);
        var later = figures.figures();

        assertThat(sum(after, TODAY.minusDays(2))).isEqualTo(sum(before, TODAY.minusDays(2)));
        assertThat(sum(after, TODAY.minusDays(1))).isEqualTo(sum(before, TODAY.minusDays(1)) + 1);
        assertThat(sum(later, TODAY.minusDays(2))).isEqualTo(sum(before, TODAY.minusDays(2)) + 1);
    }

    private static long sum(SignInsOfDays.SignInFigures figures, LocalDate day) {
        return figures.days().stream()
                .filter(each -> each.day().equals(day))
                .mapToLong(DaySum::signIns)
                .sum();
    }

    @Test
    void countsActiveAndNewLearnersAndStreaksAtRisk() {
        rest.await();
        var before = learners.figures();
        api.learner(Learners.next()).post("/api/sign-ins").has(201);
        long returned = Learners.next();
        months(returned, TODAY.minusDays(40));
        api.learner(returned).post("/api/sign-ins").has(201);
        var atRisk = api.learner(Learners.next());
        atRisk.post("/api/sign-ins/make-ups", Map.of("day", "2026-11-16")).has(201);
        atRisk.post("/api/sign-ins/make-ups", Map.of("day", "2026-11-17")).has(201);

        await().untilAsserted(() -> {
            var after = learners.figures();
            assertThat(after.newToday() - before.newToday()).isEqualTo(1);
            assertThat(after.active() - before.active()).isEqualTo(3);
            assertThat(after.atRisk() - before.atRisk()).isEqualTo(1);
            assertThat(after.atRiskMore()).isFalse();
        });
    }

    private void logged(LocalDate day, String kind, int streak, Instant at) {
        jdbc.sql("INSERT INTO sign_in_log (user_id, day, kind, streak, points, signed_at) VALUES (?, ?, ?, ?, 10, ?)")
                .params(Learners.next(), day, kind, streak, Utc.column(at))
                .update();
    }

    private void months(long learner, LocalDate day) {
        jdbc.sql("INSERT INTO sign_in_month (user_id, month, days, make_ups) VALUES (?, ?, ?, 0)")
                .params(learner, day.withDayOfMonth(1), 1 << day.getDayOfMonth() - 1)
                .update();
    }
}
