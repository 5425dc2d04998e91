package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.SignIn.Kind;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Events are stored as JSON until they are delivered, also while the application is updated. */
class SignInTests {

    private static final SignIn SIGN_IN = new SignIn(
            42, LocalDate.parse("2026-11-21"), Kind.REGULAR, 3, 30, Instant.parse("2026-11-21T08:00:00Z"), 0);

    private final JsonMapper json = JsonMapper.builder().build();

    @Test
    void isStoredWithItsLearner() {
        assertThat(json.readTree(json.writeValueAsString(SIGN_IN))
                        .at("/learner")
                        .asLong())
                .isEqualTo(42);
    }

    @Test
    void isReadAsItIsStored() {
        var stored = """
                {"learner":42,"day":"2026-11-21","kind":"REGULAR","streak":3,"points":30,"at":"2026-11-21T08:00:00Z","frozen":0}
                """;

        assertThat(json.readValue(stored, SignIn.class)).isEqualTo(SIGN_IN);
    }
}
