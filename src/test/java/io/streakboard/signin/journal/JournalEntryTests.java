package io.streakboard.signin.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JournalEntryTests {

    @Test
    void knowsWhenItWasAppended() {
        assertThat(entry("1795219200123-7").appendedAt()).isEqualTo(1795219200123L);
    }

    @ParameterizedTest
    @CsvSource({"5-1, 5-1, true", "5-1, 5-2, true", "5-2, 5-1, false", "9-5, 10-0, true", "10-0, 9-5, false"})
    void knowsWhichEntriesWereAppendedBeforeIt(String id, String other, boolean upTo) {
        assertThat(entry(id).upTo(entry(other))).isEqualTo(upTo);
    }

    @Test
    void aMissingFieldIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> entry("1-0").field("day"))
                .withMessageContaining("'day'");
    }

    private static JournalEntry entry(String id) {
        return new JournalEntry(0, id, Map.of());
    }
}
