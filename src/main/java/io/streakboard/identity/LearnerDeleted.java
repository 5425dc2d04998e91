package io.streakboard.identity;

import org.jspecify.annotations.Nullable;

/**
 * All data of a learner must be deleted. Published twice for each learner: at once, and again when everything under way
 * has ended. After that no data arrives, because the learner is refused: see {@link DeletedLearners}.
 *
 * @param key how the learner was known outside; null if no fact was about the learner, and in events of former versions
 */
public record LearnerDeleted(long learner, @Nullable String key) {

    public LearnerDeleted(long learner) {
        this(learner, Long.toString(learner));
    }
}
