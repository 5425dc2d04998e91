package io.streakboard.web;

import org.jspecify.annotations.Nullable;

/** Reads and writes learners in JSON. An interface, as the module of learners uses this one. */
public interface LearnerTexts {

    /** Whether learners are texts; else they are ids, as numbers or texts. */
    boolean areTexts();

    /** The id of a learner, or a negative number if another learner has it; null if the text names no learner. */
    @Nullable
    Long idOrTaken(String key);

    /** The text that names a learner. */
    String key(long learner);

    /** A text with the keys in place of ids that are written as {@code learner=42}. */
    String shown(String text);
}
