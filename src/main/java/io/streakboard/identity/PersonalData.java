package io.streakboard.identity;

/**
 * The data that a module keeps of a learner. Each module that keeps any has a component like this, and deletes the data
 * on {@link LearnerDeleted}.
 */
public interface PersonalData {

    /** Names the module's part of an export. */
    String section();

    /** The data, to be written as JSON. */
    Object of(long learner);
}
