package io.streakboard.activities;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something a learner did.
 *
 * @param type a configured points type, or {@code SIGN_IN}
 * @param sourceId identifies the deed, unique for learner and type, so that a repeated delivery counts once; at most
 *     100 characters. For {@code SIGN_IN} it is the day, {@code yyyy-MM-dd}
 * @param occurredAt when the learner acted; decides day, cap and season
 * @param title for people, such as "Loops", at most 200 characters; the last title of a type and source id is shown for
 *     all learners. Null: the former one stays. A {@code SIGN_IN} has none
 */
public record Activity(
        long learner,
        String type,
        String sourceId,
        Instant occurredAt,
        @Nullable String title) {

    /** The type of a sign-in, which is paid by the ladder and never twice a day. */
    public static final String SIGN_IN = "SIGN_IN";

    /** An activity without a title. */
    public Activity(long learner, String type, String sourceId, Instant occurredAt) {
        this(learner, type, sourceId, occurredAt, null);
    }
}
