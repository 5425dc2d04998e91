package io.streakboard.identity;

import java.time.Instant;

/**
 * The learner who makes the request: the subject of the token, a positive 64-bit number. On a route whose path has a
 * variable {@code {learner}} it is the learner whom a service names there. A controller takes it as a method parameter;
 * it is never read from a body, so no learner can act for another.
 *
 * @param until when the token expires: an answer that goes on and on ends then
 */
public record CurrentLearner(long id, Instant until) {

    public CurrentLearner {
        if (id <= 0) {
            throw new IllegalArgumentException("A learner's id is positive, not " + id);
        }
    }
}
