package io.streakboard.identity;

/**
 * A module's facts that explain a learner's points to an admin. Shorter than {@link PersonalData}, and includes facts
 * that are not delivered yet.
 */
public interface LearnerFacts {

    /** The most items of a list. */
    int MOST = 20;

    /** Names the module's part of the answer. */
    String section();

    /** The facts, to be written as JSON. */
    Object of(long learner);
}
