package io.streakboard.identity;

/**
 * All data of a learner must be deleted. Published twice for each learner: at once, and again when everything under way
 * has ended. After that no data arrives, because the learner is refused: see {@link DeletedLearners}.
 */
public record LearnerDeleted(long learner) {}
