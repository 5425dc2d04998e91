package io.streakboard.activities;

import java.time.Instant;

/**
 * Something a learner did.
 *
 * @param type a configured points type, or {@code SIGN_IN}
 * @param sourceId what was done, unique for learner and type: the same activity delivered again counts once. At most
 *     100 characters; for {@code SIGN_IN} the day, {@code yyyy-MM-dd}
 * @param occurredAt when the learner acted; decides day, cap and season
 */
public record Activity(long learner, String type, String sourceId, Instant occurredAt) {

    /** The type of a sign-in: paid by the ladder of its module, and never twice a day. */
    public static final String SIGN_IN = "SIGN_IN";
}
