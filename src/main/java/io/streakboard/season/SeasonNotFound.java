package io.streakboard.season;

import io.streakboard.web.Problem;
import java.time.Instant;
import org.springframework.http.HttpStatus;

/** There is no such season, or no season for an instant. */
public class SeasonNotFound extends Problem {

    private SeasonNotFound(String detail) {
        super(HttpStatus.NOT_FOUND, "season-not-found", detail);
    }

    static SeasonNotFound named(String idOrName) {
        return new SeasonNotFound("There is no season '" + idOrName + "'");
    }

    public static SeasonNotFound at(Instant instant) {
        return new SeasonNotFound("No season holds " + instant);
    }
}
