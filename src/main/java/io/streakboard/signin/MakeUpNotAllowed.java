package io.streakboard.signin;

import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.time.LocalDate;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** The learner cannot make up for this day, missed or not. */
class MakeUpNotAllowed extends Problem {

    private MakeUpNotAllowed(String detail) {
        super(HttpStatus.UNPROCESSABLE_CONTENT, "make-up-not-allowed", detail);
    }

    /** @param window how many days back a learner can make up for */
    static void check(LocalDate day, BusinessTime time, LocalDate today, int window) {
        if (time.skips(day)) {
            throw new MakeUpNotAllowed("%s does not exist in %s".formatted(day, time.zone()))
                    .coded("no-day", Map.of("day", day, "zone", time.zone().getId()));
        }
        if (day.equals(today)) {
            throw new MakeUpNotAllowed("%s is today: sign in instead".formatted(day))
                    .coded("today", Map.of("day", day));
        }
        if (day.isAfter(today)) {
            throw new MakeUpNotAllowed("%s is in the future".formatted(day)).coded("future", Map.of("day", day));
        }
        if (day.isBefore(today.minusDays(window))) {
            throw new MakeUpNotAllowed("%s is too long ago: you can make up for the last %d days, from %s on"
                            .formatted(day, window, today.minusDays(window)))
                    .coded("too-long-ago", Map.of("day", day, "window", window, "from", today.minusDays(window)));
        }
    }
}
