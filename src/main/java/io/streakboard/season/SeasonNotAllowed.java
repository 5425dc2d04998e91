package io.streakboard.season;

import io.streakboard.web.Problem;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** A season cannot be set at the given time. */
class SeasonNotAllowed extends Problem {

    private SeasonNotAllowed(String detail) {
        super(HttpStatus.UNPROCESSABLE_CONTENT, "season-not-allowed", detail);
    }

    /**
     * @param code the rule for programs
     * @param rule the rule that the season would break
     */
    static Problem because(String code, String rule, Map<String, ?> parameters) {
        return new SeasonNotAllowed(rule).coded(code, parameters);
    }
}
