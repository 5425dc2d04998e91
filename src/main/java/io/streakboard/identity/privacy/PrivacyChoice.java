package io.streakboard.identity.privacy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a learner has chosen.
 *
 * @param changedAt null if the learner never chose, or chose what was usual
 */
record PrivacyChoice(Visibility board, @Nullable Instant changedAt) {

    /** From when on it can be changed; empty if it can be changed now. */
    Optional<Instant> changeableAt(Instant now, Duration lock) {
        return Optional.ofNullable(changedAt).map(changed -> changed.plus(lock)).filter(now::isBefore);
    }
}
