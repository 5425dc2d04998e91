package io.streakboard.signin;

import io.streakboard.web.Problem;
import java.time.LocalDate;
import java.time.YearMonth;
import org.springframework.http.HttpStatus;

/** All make-ups of a month are used up. */
class MakeUpQuotaExhausted extends Problem {

    private MakeUpQuotaExhausted(String detail) {
        super(HttpStatus.CONFLICT, "make-up-quota-exhausted", detail);
    }

    static MakeUpQuotaExhausted of(LocalDate day, int quota) {
        return new MakeUpQuotaExhausted(
                "Of each month %d missed days can be made up; of %s no more".formatted(quota, YearMonth.from(day)));
    }
}
