package io.streakboard.signin;

import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.journal.JournalEntry;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/** Reads the fields of journal entries written by {@code answers.lua}. */
final class EntryFields {

    private EntryFields() {}

    /** @throws IllegalArgumentException if the entry is not a sign-in */
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

    /** The time at which the learner acted; empty if the entry lacks it. */
    static Optional<Instant> at(JournalEntry entry) {
        try {
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(entry.field("at"))));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
