package io.streakboard.activities;

import java.time.Instant;

/**
 * Something a learner did.
 *
 * @param type a configured points type, or {@code SIGN_IN}
 * @param sourceId identifies the deed, unique for learner and type, so that a repeated delivery counts once; at most
 *     100 characters. For {@code SIGN_IN} it is the day, {@code yyyy-MM-dd}
 * @param occurredAt when the learner acted; decides day, cap and season
 */
public record Activity(long learner, String type, String sourceId, Instant occurredAt) {

    /** The type of a sign-in, which is paid by the ladder and never twice a day. */
    public static final String SIGN_IN = "SIGN_IN";
}
