package io.streakboard.identity;

/**
 * What a module can tell an admin who asks why a learner has these points and no others. Unlike {@link PersonalData} it
 * is short, and also has what is only on its way.
 */
public interface LearnerFacts {

    /** How long a list may be. */
    int MOST = 20;

    /** Names the module's part of the answer. */
    String section();

    /** The facts, to be written as JSON. */
    Object of(long learner);
}
