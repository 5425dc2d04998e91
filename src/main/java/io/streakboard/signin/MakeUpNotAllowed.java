package io.streakboard.signin;

import io.streakboard.web.Problem;
import java.time.LocalDate;
import org.springframework.http.HttpStatus;

/** A day cannot be made up, whether it was missed or not. */
class MakeUpNotAllowed extends Problem {

    private MakeUpNotAllowed(String detail) {
        super(HttpStatus.UNPROCESSABLE_CONTENT, "make-up-not-allowed", detail);
    }

    /** @param window how many days back a day can be made up */
    static void check(LocalDate day, LocalDate today, int window) {
        if (day.equals(today)) {
            throw new MakeUpNotAllowed("%s is today: sign in instead".formatted(day));
        }
        if (day.isAfter(today)) {
            throw new MakeUpNotAllowed("%s lies in the future".formatted(day));
        }
        if (day.isBefore(today.minusDays(window))) {
            throw new MakeUpNotAllowed("%s is too long ago: days can be made up for %d days, since %s"
                    .formatted(day, window, today.minusDays(window)));
        }
    }
}
