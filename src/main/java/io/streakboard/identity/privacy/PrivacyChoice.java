package io.streakboard.identity.privacy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a learner has chosen.
 *
 * @param changedAt null if the learner never chose, or chose what was usual
 */
record PrivacyChoice(Visibility board, @Nullable Instant changedAt) {}
