package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.points.ledger.LedgerTable.EntryPosition;
import io.streakboard.web.Cursor;
import io.streakboard.web.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryPositionTests {

    private static final Instant START = Instant.parse("2026-10-31T16:00:00Z");

    @ParameterizedTest
    @ValueSource(strings = {"a", "with blanks in it", "课程-1", "a/b+c=?&"})
    void isReadBackAsItWasWritten(String sourceId) {
        var position = new EntryPosition(START, START.plusMillis(1), "LESSON", sourceId);

        assertThat(EntryPosition.at(position.cursor())).isEqualTo(position);
        assertThat(position.cursor()).matches("[A-Za-z0-9_-]+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "%%%", "not base64!", "MjAyNg"})
    void anythingElseIsAProblemOfTheField(String text) {
        refused(text);
    }

    @Test
    void aCursorWithoutTimesIsRefused() {
        refused(Base64.getUrlEncoder().encodeToString("yesterday today LESSON a".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aCursorBeyondAnyCalendarIsRefused() {
        for (var time : List.of("+1000000000-12-31T23:59:59Z", "-1000000000-01-01T00:00:00Z")) {
            refused(Base64.getUrlEncoder()
                    .encodeToString((time + " " + time + " LESSON a").getBytes(StandardCharsets.UTF_8)));
            assertThatExceptionOfType(Problem.class)
                    .isThrownBy(() -> Adjustments.AdjustmentPosition.at(Cursor.of(time, "request-1")))
                    .withMessageContaining("cursor");
        }
    }

    private static void refused(String text) {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> EntryPosition.at(text))
                .withMessageContaining("cursor");
    }
}
