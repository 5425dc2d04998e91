package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** In months that no other test signs in. */
@IntegrationTest
class AttendanceIntegrationTests {

    private final Api api;
    private final JdbcClient jdbc;

    AttendanceIntegrationTests(Api api, JdbcClient jdbc) {
        this.api = api;
        this.jdbc = jdbc;
    }

    @BeforeEach
    void threeLearners() {
        jdbc.sql("DELETE FROM sign_in_month WHERE month IN ('1991-01-01', '1991-02-01')")
                .update();
        signed("1991-01-30", "1991-01-31", "1991-02-01");
        signed("1991-01-31", "1991-02-02");
        signed("1991-01-31", "1991-02-01");
        jdbc.sql("UPDATE sign_in_month SET make_ups = days WHERE user_id = ?")
                .param(signed("1991-02-28"))
                .update();
    }

    @Test
    void aDayHasItsLearnersAndHowManyOfThemHaveMadeItUp() {
        var day = api.admin().actuator("/attendance/1991-01-31").has(200);

        assertThat(day.body()).hasToString("{\"day\":\"1991-01-31\",\"learners\":3,\"madeUp\":0}");
        assertThat(api.admin()
                        .actuator("/attendance/1991-02-28")
                        .has(200)
                        .at("/madeUp")
                        .asInt())
                .isEqualTo(1);
        assertThat(api.admin()
                        .actuator("/attendance/1990-02-28")
                        .has(200)
                        .at("/learners")
                        .asInt())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"1991-01-30, 1991-01-31, 1", "1991-01-31, 1991-02-01, 2", "1991-02-01, 1991-02-02, 0"})
    void countsLearnersOfBothOfTwoDaysAlsoInTwoMonths(String day, String other, int both) {
        var answer =
                api.admin().actuator("/attendance/" + day + "?and=" + other).has(200);

        assertThat(answer.at("/both").asInt()).isEqualTo(both);
        assertThat(answer.at("/day/day").asString()).isEqualTo(day);
        assertThat(answer.at("/and/day").asString()).isEqualTo(other);
    }

    @Test
    void aMonthHasEachOfItsDays() {
        var month = api.admin().actuator("/attendance/1991-02").has(200);

        assertThat(month.at("/learners").asInt()).isEqualTo(4);
        assertThat(month.at("/signIns").asInt()).isEqualTo(4);
        assertThat(month.at("/madeUp").asInt()).isEqualTo(1);
        assertThat(month.each("days", "day")).hasSize(28).startsWith("1991-02-01");
        assertThat(month.at("/days/0/learners").asInt()).isEqualTo(2);
        assertThat(month.at("/days/27/madeUp").asInt()).isEqualTo(1);
        assertThat(api.admin()
                        .actuator("/attendance/0001-01")
                        .has(200)
                        .at("/learners")
                        .asInt())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "'', date",
        "/2026-02-30, date",
        "/2026-13, date",
        "/0000-02, date",
        "/0000-02-29, date",
        "/yesterday, date",
        "/2026-11-20?and=2026-02-30, and",
        "/2026-11-20?and=2026-11, and",
        "/2026-11?and=2026-11-20, and"
    })
    void whatIsNoDateIsInvalid(String path, String field) {
        api.admin().actuator("/attendance" + path).isInvalid(field);
    }

    @Test
    void onlyAdminsMayAsk() {
        api.learner(Learners.next()).actuator("/attendance/1991-01-31").isProblem(403, "forbidden");
    }

    private long signed(String... days) {
        long learner = Learners.next();
        for (var text : days) {
            var day = LocalDate.parse(text);
            jdbc.sql("""
                            INSERT INTO sign_in_month (user_id, month, days, make_ups) VALUES (?, ?, ?, 0)
                            ON DUPLICATE KEY UPDATE days = days | VALUES(days)
                            """)
                    .params(learner, day.withDayOfMonth(1), 1 << day.getDayOfMonth() - 1)
                    .update();
        }
        return learner;
    }
}
