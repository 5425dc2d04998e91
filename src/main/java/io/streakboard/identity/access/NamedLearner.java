package io.streakboard.identity.access;

import io.streakboard.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerMapping;

/**
 * The learner that a service asks for: in the path of a route that learners also have, {@code
 * /api/learners/42/calendar}, or as {@code ?learner=42} of a board.
 */
final class NamedLearner {

    static final String NAME = "learner";

    private NamedLearner() {}

    /** As written in the path; null if the path names no learner. */
    static @Nullable String inPath(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables
                        && variables.get(NAME) instanceof String learner
                ? learner
                : null;
    }

    /** As written in the query; null if absent or empty. */
    static @Nullable String inQuery(HttpServletRequest request) {
        var values = request.getParameterValues(NAME);
        if (values != null && values.length > 1) {
            throw Problem.invalid(NAME, "must come once", "once");
        }
        return values == null || values[0].isEmpty() ? null : values[0];
    }
}
