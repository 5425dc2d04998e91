package io.streakboard.points.ledger;

import io.streakboard.season.Season;
import io.streakboard.web.Problem;
import java.time.Instant;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * The season that is current by the clock of this instance is sealed. Either it was sealed while the instance was
 * paused, and the next try sees the next season, or the clock is behind.
 */
public class ClockBehind extends Problem {

    private ClockBehind(String detail) {
        super(HttpStatus.SERVICE_UNAVAILABLE, "clock-behind", detail);
        getHeaders().set(HttpHeaders.RETRY_AFTER, "2");
    }

    public static ClockBehind of(Instant now, Season sealed) {
        return new ClockBehind(
                "The clock of this instance says %s, but season %s, which holds it, is sealed: the clock is behind"
                        .formatted(now, sealed.name()));
    }
}
