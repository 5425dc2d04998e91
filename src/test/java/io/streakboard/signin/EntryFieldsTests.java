package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.signin.SignIn.Kind;
import io.streakboard.signin.journal.JournalEntry;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryFieldsTests {

    private static final Map<String, String> FIELDS = Map.of(
            "user", "42", "day", "2026-11-21", "kind", "REGULAR", "streak", "3", "points", "30", "at", "1795219200000");

    @Test
    void isTheSignInThatTheScriptWrote() {
        assertThat(EntryFields.signIn(new JournalEntry(0, "1795219200000-0", FIELDS)))
                .isEqualTo(new SignIn(
                        42,
                        LocalDate.parse("2026-11-21"),
                        Kind.REGULAR,
                        3,
                        30,
                        Instant.ofEpochMilli(1795219200000L),
                        0));
    }

    @ParameterizedTest
    @CsvSource({"user,x", "user,", "day,2026-02-30", "kind,OTHER", "streak,many", "points,9999999999", "at,now"})
    void anythingElseIsRefused(String field, String value) {
        var fields = new HashMap<>(FIELDS);
        fields.put(field, value == null ? "" : value);

        assertThatIllegalArgumentException().isThrownBy(() -> EntryFields.signIn(new JournalEntry(0, "1-0", fields)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "day", "kind", "streak", "points", "at"})
    void aMissingFieldIsNamed(String field) {
        var fields = new HashMap<>(FIELDS);
        fields.remove(field);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntryFields.signIn(new JournalEntry(0, "1-0", fields)))
                .withMessageContaining("'" + field + "'");
    }
}
