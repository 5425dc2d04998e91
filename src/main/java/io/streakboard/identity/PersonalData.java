package io.streakboard.identity;

/**
 * What a module knows of a learner. Each module that keeps something has one, and deletes it on {@link
 * LearnerDeleted}.
 */
public interface PersonalData {

    /** Names the module's part of an export. */
    String section();

    /** The data, to be written as JSON. */
    Object of(long learner);
}
