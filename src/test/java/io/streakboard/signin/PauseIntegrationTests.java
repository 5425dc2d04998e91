package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.signin.calendar.CalendarKeys;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Cursor;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Streaks over pauses that lie in the past: tests cannot wait for them. */
@IntegrationTest
class PauseIntegrationTests {

    private final long learner = Learners.next();
    private final Api api;
    private final JdbcClient jdbc;
    private final StringRedisTemplate redis;
    private final CalendarKeys keys;
    private final LocalDate today;
    private final BusinessTime time;

    PauseIntegrationTests(Api api, JdbcClient jdbc, StringRedisTemplate redis, CalendarKeys keys, BusinessTime time) {
        this.api = api;
        this.jdbc = jdbc;
        this.redis = redis;
        this.keys = keys;
        this.time = time;
        this.today = time.today();
    }

    @Test
    void aStreakGoesOnAfterAPauseThroughMonthsAndALossOfRedis() {
        signed(41, 3);
        paused(38, 3);
        signed(3, 2);
        paused(1, 0);

        var signed = api.learner(learner).post("/api/sign-ins").has(201);
        assertThat(signed.at("/streak").asInt()).isEqualTo(6);
        assertThat(signed.at("/longestStreak").asInt()).isEqualTo(6);
        assertThat(streak()).isEqualTo(6);
        await().untilAsserted(() -> assertThat(recordedDays()).isEqualTo(6));

        redis.unlink(Stream.of(today.getYear(), today.getYear() - 1)
                .map(year -> keys.year(learner, year))
                .toList());
        assertThat(streak()).isNotEqualTo(6);
        api.admin()
                .actuate("/signins", Map.of("action", "rebuild", "learner", learner))
                .has(200);
        assertThat(streak()).isEqualTo(6);
        assertThat(api.learner(learner)
                        .post("/api/sign-ins")
                        .has(200)
                        .at("/streak")
                        .asInt())
                .isEqualTo(6);
    }

    @Test
    void withoutThePauseTheStreakIsOver() {
        signed(41, 3);
        paused(38, 3);

        assertThat(streak()).as("days were missed after it").isZero();
    }

    @Test
    void theCalendarShowsThePause() {
        signed(2, 2);
        api.learner(learner)
                .put("/api/me/privacy", Map.of("pausedUntil", today.plusDays(2).toString()))
                .has(200);

        var calendar = calendar(today);
        assertThat(calendar.at("/pausedUntil").asString())
                .isEqualTo(today.plusDays(2).toString());
        assertThat(calendar.at("/pausedDays/0").asInt()).isEqualTo(today.getDayOfMonth());
        assertThat(calendar.at("/atRisk").asBoolean()).isFalse();
        assertThat(calendar.at("/streak").asInt()).isEqualTo(2);
        assertThat(api.learner(learner)
                        .get("/api/sign-ins/years/" + today.getYear())
                        .at("/pausedDays/0")
                        .asString())
                .isEqualTo(today.toString());

        api.learner(learner).post("/api/sign-ins").has(201);

        var after = calendar(today);
        assertThat(after.at("/streak").asInt()).isEqualTo(3);
        assertThat(after.at("/pausedUntil").asString())
                .as("a sign-in ends no pause")
                .isEqualTo(today.plusDays(2).toString());
        assertThat(after.at("/pausedDays").toString()).doesNotContain("[" + today.getDayOfMonth());
    }

    @Test
    void whoPausesIsNotAtRiskAndWhoIsBackIs() {
        signed(2, 2);
        await().untilAsserted(() -> assertThat(atRisk()).contains("" + learner));
        api.learner(learner)
                .put("/api/me/privacy", Map.of("pausedUntil", today.plusDays(2).toString()))
                .has(200);
        assertThat(atRisk()).doesNotContain("" + learner);

        var back = Learners.next();
        signed(back, 20, 4);
        paused(back, 16, 0);
        await().untilAsserted(() -> assertThat(atRisk()).contains("" + back));
        api.learner(back).post("/api/sign-ins").has(201);
        assertThat(atRisk()).doesNotContain("" + back);
    }

    private List<String> atRisk() {
        return api.service()
                .get("/api/sign-ins/at-risk?min-streak=2&cursor=" + Cursor.of(learner - 1))
                .has(200)
                .each("items", "learner");
    }

    private void signed(int ago, int days) {
        signed(learner, ago, days);
    }

    /** Some days in a row, the first of them so many days ago. */
    private void signed(long learner, int ago, int days) {
        var activities = today.minusDays(ago)
                .datesUntil(today.minusDays(ago - days))
                .map(day -> Api.activity(learner, "SIGN_IN", day.toString(), time.startOf(day)))
                .collect(Collectors.toList());
        api.take(activities);
    }

    private void paused(int from, int until) {
        paused(learner, from, until);
    }

    /** Both in days before today. Instances read each other's writes. */
    private void paused(long learner, int from, int until) {
        jdbc.sql("INSERT INTO learner_pause (user_id, from_day, until_day) VALUES (?, ?, ?)")
                .params(learner, today.minusDays(from), today.minusDays(until))
                .update();
        var first = today.minusDays(from);
        await().until(() -> api
                .learner(learner)
                .get("/api/sign-ins/calendar?month=" + YearMonth.from(first))
                .at("/pausedDays")
                .values()
                .stream()
                .anyMatch(day -> day.asInt() == first.getDayOfMonth()));
    }

    private int streak() {
        return calendar(today).at("/streak").asInt();
    }

    private Answer calendar(LocalDate day) {
        return api.learner(learner)
                .get("/api/sign-ins/calendar?month=" + YearMonth.from(day))
                .has(200);
    }

    private int recordedDays() {
        return jdbc.sql("SELECT COALESCE(SUM(BIT_COUNT(days)), 0) FROM sign_in_month WHERE user_id = ?")
                .param(learner)
                .query(Integer.class)
                .single();
    }
}
