package io.streakboard.identity;

/**
 * All data of a learner has to go. Published twice for each: at once, and again after all that was under way. Nothing
 * comes after it, as the learner is refused from then on: see {@link DeletedLearners}.
 */
public record LearnerDeleted(long learner) {}
