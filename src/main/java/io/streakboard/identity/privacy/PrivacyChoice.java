package io.streakboard.identity.privacy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A learner's choice of visibility.
 *
 * @param changedAt null if the learner never chose, or chose the default
 */
record PrivacyChoice(Visibility board, @Nullable Instant changedAt) {}
