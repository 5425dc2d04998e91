package io.streakboard.identity.privacy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The visibility of a learner on boards. */
public enum Visibility {
    /** Name and avatar, and the id. */
    @JsonProperty("shown")
    SHOWN,
    /** A pseudonym in place of the id, another one on each edition, and neither name nor avatar. */
    @JsonProperty("number")
    NUMBER,
    /** The pseudonym with rank and score, and nothing else. */
    @JsonProperty("hidden")
    HIDDEN;

    static List<String> texts() {
        return Arrays.stream(values()).map(Visibility::text).toList();
    }

    static Optional<Visibility> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
