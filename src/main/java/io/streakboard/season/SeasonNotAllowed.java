package io.streakboard.season;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** A season cannot be set where it was wanted. */
class SeasonNotAllowed extends Problem {

    private SeasonNotAllowed(String detail) {
        super(HttpStatus.UNPROCESSABLE_CONTENT, "season-not-allowed", detail);
    }

    /** @param rule the rule that the season would break */
    static SeasonNotAllowed because(String rule) {
        return new SeasonNotAllowed(rule);
    }
}
