package io.streakboard.identity;

import io.streakboard.identity.LearnerProperties.Keys;
import io.streakboard.web.Problem;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The keys by which learners are known outside, and their ids, the numbers inside. With {@code
 * streakboard.learners.keys=numbers} a key is the id. With {@code texts} the id is computed from the key.
 */
@Component
public class LearnerKeys {

    /** Printable ASCII but characters that paths, queries and files cut or escape. */
    private static final Pattern KEY = Pattern.compile("[!-~&&[^/\\\\;%?#]]{1,128}");

    private final boolean texts;
    private final LearnerHash hash;

    LearnerKeys(LearnerProperties properties, LearnerHash hash) {
        this.texts = properties.keys() == Keys.TEXTS;
        this.hash = hash;
    }

    /** Whether keys are texts of the platform. */
    public boolean areTexts() {
        return texts;
    }

    /** The setting, as it is written. */
    public String setting() {
        return (texts ? Keys.TEXTS : Keys.NUMBERS).name().toLowerCase(Locale.ROOT);
    }

    /**
     * The id of a learner's key, always positive; null if the text is not exactly such a key.
     *
     * @throws Problem if another learner has this id
     */
    public @Nullable Long id(@Nullable String key) {
        if (!texts) {
            return CurrentLearner.parse(key);
        }
        return key != null && KEY.matcher(key).matches() ? (Long) hash.of(key) : null;
    }

    /**
     * The id of the learner that a parameter names.
     *
     * @throws Problem if the text is not exactly a key, or another learner has this id
     */
    public long named(String field, String key) {
        var id = id(key);
        if (id == null) {
            throw Problem.invalid(field, "must be " + words(), "malformed", Map.of("expected", "learner"));
        }
        return id;
    }

    private String words() {
        return texts
                ? "the key of a learner: 1 to 128 printable ASCII characters, but no space / \\ ; % ? #"
                : "the id of a learner, such as 42";
    }
}
