package io.streakboard.identity;

/**
 * The learner who makes the request: the subject of the token, a positive 64-bit number. A controller takes it as a
 * method parameter; it is never read from a body, so nobody can act for another.
 */
public record CurrentLearner(long id) {

    public CurrentLearner {
        if (id <= 0) {
            throw new IllegalArgumentException("A learner's id is positive, not " + id);
        }
    }
}
