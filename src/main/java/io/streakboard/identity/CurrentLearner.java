package io.streakboard.identity;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The learner who makes the request: the subject of the token, a positive 64-bit number. On a route whose path has a
 * variable {@code {learner}} it is the learner that a service names there. A controller takes it as a method parameter.
 * It is never read from a body, so no learner can act for another.
 *
 * @param until when the token expires, which also ends a streamed answer
 */
public record CurrentLearner(long id, Instant until) {

    /** Each id has one text: {@code 042} is refused, as it would be the same learner as {@code 42}. */
    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,18}");

    public CurrentLearner {
        if (id <= 0) {
            throw new IllegalArgumentException("A learner's id is positive, not " + id);
        }
    }

    /** The id of a learner in a text; null if the text is not exactly such an id. */
    public static @Nullable Long parse(@Nullable String text) {
        try {
            return text != null && ID.matcher(text).matches() ? Long.valueOf(text) : null;
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }
}
