package io.streakboard.rulebook;

import io.streakboard.web.Problem;
import io.streakboard.web.Violation;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** A document has violations. The problem names each by its path. */
final class RulesRefused extends Problem {

    /** An answer must not outgrow its request by much. */
    private static final int MOST_ERRORS = 100;

    private RulesRefused(List<RuleViolation> violations) {
        super(HttpStatus.BAD_REQUEST, "rules-refused", violations.getFirst().text());
        getBody()
                .setProperty(
                        "errors",
                        violations.stream()
                                .limit(MOST_ERRORS)
                                .map(each -> new Violation(each.path(), each.message(), each.code(), Map.of()))
                                .toList());
        if (violations.size() > MOST_ERRORS) {
            getBody().setProperty("moreErrors", violations.size() - MOST_ERRORS);
        }
    }

    static void ifAny(List<RuleViolation> violations) {
        if (!violations.isEmpty()) {
            throw new RulesRefused(violations);
        }
    }
}
