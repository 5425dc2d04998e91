package io.streakboard.identity;

/**
 * All data of a learner has to go. Published twice for each learner: at once, and again when all that was under way is
 * over. After that nothing more comes, as the learner is refused from then on: see {@link DeletedLearners}.
 */
public record LearnerDeleted(long learner) {}
