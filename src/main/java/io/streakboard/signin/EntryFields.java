package io.streakboard.signin;

import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.journal.JournalEntry;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/** Reads the fields of the journal's entries, which {@code answers.lua} writes. */
final class EntryFields {

    private EntryFields() {}

    /** @throws IllegalArgumentException if the entry is no sign-in */
    static SignIn signIn(JournalEntry entry) {
        try {
            return new SignIn(
                    Long.parseLong(entry.field(JournalEntry.LEARNER)),
                    LocalDate.parse(entry.field("day")),
                    Kind.valueOf(entry.field("kind")),
                    Integer.parseInt(entry.field("streak")),
                    Integer.parseInt(entry.field("points")),
                    Instant.ofEpochMilli(Long.parseLong(entry.field("at"))),
                    Integer.parseInt(entry.fields().getOrDefault("frozen", "0")));
        } catch (DateTimeException malformed) {
            throw new IllegalArgumentException(malformed.getMessage(), malformed);
        }
    }

    /** When the learner acted, unless the entry does not tell it. */
    static Optional<Instant> at(JournalEntry entry) {
        try {
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(entry.field("at"))));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
