package io.streakboard.identity.access;

import io.streakboard.web.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * The token is valid, but its subject is not the id of a learner: a service or an admin called a route for learners.
 */
class NotALearner extends Problem {

    private NotALearner(String detail) {
        super(HttpStatus.FORBIDDEN, "not-a-learner", detail);
    }

    static Problem forSubject(@Nullable String subject) {
        return new NotALearner("The token's subject must be a learner's id (1 to 2^63-1), but is "
                        + (subject == null ? "missing" : "'" + subject + "'"))
                .coded("subject", Map.of());
    }
}
