package io.streakboard.identity.privacy;

import io.streakboard.web.Problem;
import java.time.LocalDate;
import java.time.Year;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** A learner cannot pause until this day. */
class PauseNotAllowed extends Problem {

    private PauseNotAllowed(String detail) {
        super(HttpStatus.UNPROCESSABLE_CONTENT, "pause-not-allowed", detail);
    }

    static void checkAhead(LocalDate today, LocalDate until) {
        if (!until.isAfter(today)) {
            throw new PauseNotAllowed("A pause lasts until tomorrow at least")
                    .coded("not-ahead", Map.of("today", today));
        }
    }

    /** @param pauses with the new one among them */
    static void checkLength(Pauses pauses, LocalDate today, LocalDate until) {
        for (int year = today.getYear(); year <= until.getYear(); year++) {
            int left = pauses.daysLeft(Year.of(year));
            if (left < 0) {
                throw new PauseNotAllowed("You can pause for %d days in %d; this pause has %d too many"
                                .formatted(Pauses.MOST_DAYS_A_YEAR, year, -left))
                        .coded("too-long", Map.of("year", year, "most", Pauses.MOST_DAYS_A_YEAR, "over", -left));
            }
        }
    }
}
