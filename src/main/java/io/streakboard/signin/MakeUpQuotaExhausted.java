package io.streakboard.signin;

import io.streakboard.web.Problem;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** A learner has no make-up left for the days of a month. */
class MakeUpQuotaExhausted extends Problem {

    private MakeUpQuotaExhausted(String detail) {
        super(HttpStatus.CONFLICT, "make-up-quota-exhausted", detail);
    }

    static Problem of(LocalDate day, int quota) {
        return new MakeUpQuotaExhausted("You can make up for %d missed days of each month. For %s you have none left"
                        .formatted(quota, YearMonth.from(day)))
                .coded("quota", Map.of("quota", quota, "month", YearMonth.from(day)));
    }
}
