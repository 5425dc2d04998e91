package io.streakboard.identity;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The learner who makes the request: the subject of the token, a positive 64-bit number. On a route whose path has a
 * variable {@code {learner}} it is the learner whom a service names there. A controller takes it as a method parameter;
 * it is never read from a body, so no learner can act for another.
 *
 * @param until when the token expires: an answer that goes on and on ends then
 */
public record CurrentLearner(long id, Instant until) {

    /** One text an id: {@code 042} and {@code 42} would be one learner. */
    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,18}");

    public CurrentLearner {
        if (id <= 0) {
            throw new IllegalArgumentException("A learner's id is positive, not " + id);
        }
    }

    /** The id of a learner as it is written; null if the text is no such id. */
    public static @Nullable Long parse(@Nullable String text) {
        try {
            return text != null && ID.matcher(text).matches() ? Long.valueOf(text) : null;
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }
}
