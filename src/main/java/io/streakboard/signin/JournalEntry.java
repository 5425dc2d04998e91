package io.streakboard.signin;

import io.streakboard.signin.SignIn.Kind;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;

/** One entry of the journal: its id in the stream and its fields as they were written. */
record JournalEntry(String id, Map<String, String> fields) {

    /** @throws IllegalArgumentException if the entry is no sign-in */
    SignIn signIn() {
        try {
            return new SignIn(
                    Long.parseLong(field("user")),
                    LocalDate.parse(field("day")),
                    Kind.valueOf(field("kind")),
                    Integer.parseInt(field("streak")),
                    Integer.parseInt(field("points")),
                    Instant.ofEpochMilli(Long.parseLong(field("at"))),
                    Integer.parseInt(fields.getOrDefault("frozen", "0")));
        } catch (DateTimeException malformed) {
            throw new IllegalArgumentException(malformed.getMessage(), malformed);
        }
    }

    /** The day, unless the entry does not tell it. */
    Optional<LocalDate> day() {
        try {
            return Optional.of(LocalDate.parse(field("day")));
        } catch (DateTimeException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** When the entry was appended, milliseconds since the epoch: the first half of its id. */
    long appendedAt() {
        return Long.parseLong(id.substring(0, id.indexOf('-')));
    }

    /** Whether it was appended before another entry of the same journal, or is that one. */
    boolean upTo(JournalEntry other) {
        return appendedAt() < other.appendedAt()
                || appendedAt() == other.appendedAt() && sequence() <= other.sequence();
    }

    private long sequence() {
        return Long.parseLong(id.substring(id.indexOf('-') + 1));
    }

    private String field(String name) {
        var value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("field '" + name + "' is missing");
        }
        return value;
    }
}
