package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Events wait in the registry as JSON, across updates. */
class ActivityCompletedTests {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Instant AT = Instant.parse("2026-11-21T08:00:00Z");

    @Test
    void anEventFromBeforeThereWereTitlesHasNone() {
        var stored = """
                {"activities":[{"learner":42,"type":"LESSON","sourceId":"lesson-7","occurredAt":"2026-11-21T08:00:00Z"}]}
                """;

        assertThat(JSON.readValue(stored, ActivityCompleted.class))
                .isEqualTo(new ActivityCompleted(new Activity(42, "LESSON", "lesson-7", AT)));
    }

    @Test
    void aStoredEventKeepsItsTitles() {
        var completed = new ActivityCompleted(new Activity(42, "LESSON", "lesson-7", AT, "Loops"));

        assertThat(JSON.readValue(JSON.writeValueAsString(completed), ActivityCompleted.class))
                .isEqualTo(completed);
    }
}
