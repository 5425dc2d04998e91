package io.streakboard.leagues;

import io.streakboard.support.Api;
import io.streakboard.support.Months;
import java.time.LocalDate;
import java.util.Map;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Weeks of the past with learners who have lessons in them. */
record PastWeeks(Api api, JdbcClient jdbc, Enrollment enrollment) {

    /** A week of its own in which each learner has some lessons and is enrolled. */
    Week with(Map<Long, Integer> lessons) {
        return with(Months.next() + "-05", lessons);
    }

    Week with(String first, Map<Long, Integer> lessons) {
        lessons.forEach((learner, number) -> learn(learner, first, number));
        var week = begun(first, 7);
        enrollment.enroll(week, lessons.keySet());
        return week;
    }

    Week begun(String first, int days) {
        var day = LocalDate.parse(first);
        jdbc.sql(
                        "INSERT INTO league_week (first_day, next_day) VALUES (?, ?) ON DUPLICATE KEY UPDATE first_day = first_day")
                .params(day, day.plusDays(days))
                .update();
        return new Week(day, day.plusDays(days), false, null);
    }

    void learn(long learner, String first, int lessons) {
        api.take(IntStream.range(0, lessons)
                .mapToObj(i -> Api.activity(
                        learner,
                        "LESSON",
                        first + "-" + i,
                        LocalDate.parse(first).plusDays(1) + "T0" + i + ":00:00Z"))
                .toList());
    }

    /** What a learner got in a month, before anything that happens now. */
    void recordAnHourAgo(String month, long learner) {
        long season = jdbc.sql("SELECT id FROM season WHERE name = ?")
                .param(month)
                .query(Long.class)
                .single();
        jdbc.sql("UPDATE points_record_%d SET recorded_at = recorded_at - INTERVAL 1 HOUR WHERE user_id = ?"
                        .formatted(season))
                .param(learner)
                .update();
    }
}
