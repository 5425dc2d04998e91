package io.streakboard.identity;

/**
 * A module's facts for an admin who asks why a learner has these points. Shorter than {@link PersonalData}, and
 * includes facts that are still on their way.
 */
public interface LearnerFacts {

    /** The most items of a list. */
    int MOST = 20;

    /** Names the module's part of the answer. */
    String section();

    /** The facts, to be written as JSON. */
    Object of(long learner);
}
