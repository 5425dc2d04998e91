package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.settlement.steps.Step;
import io.streakboard.settlement.steps.StepRow;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What a season waits for before it takes no more points. */
class SealIntegrationTests extends SettlementByHand {

    @Autowired
    private Settlement settlement;

    @Autowired
    private BusinessTime time;

    @Test
    void withoutAWaiverTheSealWaitsForGraceAndQuiet() {
        var season = played("2015-04", 2);

        settlement.advance(season);

        assertThat(seasons.find("2015-04").state()).isEqualTo(State.ENDED);
        assertThat(steps.steps(season.id())).singleElement().satisfies(step -> {
            assertThat(step.state()).isEqualTo(StepRow.State.OPEN);
            assertThat(step.detail()).contains("quiet period");
        });
    }

    @Test
    void theQuietPeriodPutsOffTheSealForTheLongestWaitOnly() {
        var season = played("2007-03", 2);
        settlement.advance(openedBefore(season, "59 MINUTE"));
        assertThat(steps.steps(season.id()).getFirst().detail()).contains("quiet period");

        await().untilAsserted(() -> {
            settlement.advance(openedBefore(season, "61 MINUTE"));
            assertThat(steps.steps(season.id()).getFirst().state()).isEqualTo(StepRow.State.DONE);
        });
    }

    private Season openedBefore(Season season, String duration) {
        jdbc.sql("UPDATE season SET created_at = ? - INTERVAL %s WHERE id = ?".formatted(duration))
                .params(Utc.column(time.now()), season.id())
                .update();
        return seasons.newestFirst().stream()
                .filter(each -> each.id() == season.id())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theSealWaitsForWhatWasPublishedJustNow() {
        var season = played("2006-06", 2);
        steps.waive(season.id());
        jdbc.sql("""
                        INSERT INTO EVENT_PUBLICATION (id, listener_id, event_type, serialized_event, publication_date,
                            status, completion_attempts)
                        VALUES ('just-now', 'points', 'SignInsRecorded', '{}', ?, 'PROCESSING', 1)
                        """).param(Utc.column(time.now())).update();
        try {
            settlement.advance(season);
            assertThat(seasons.find("2006-06").state()).isEqualTo(State.ENDED);
        } finally {
            jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id = 'just-now'").update();
        }

        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
    }

    @Test
    void theSealSaysWhichSignInsOfTheSeasonAreParked() {
        var season = played("2019-10", 1);
        var entries = Map.of(
                "1098000000000-0", "{\"user\":\"x\",\"day\":\"2019-10-20\",\"error\":\"of the season\"}",
                "1098000000000-1", "{\"user\":\"x\",\"day\":\"2019-11-01\",\"error\":\"of another\"}",
                "1098000000000-2", "{\"user\":\"x\",\"error\":\"of none\"}");
        redis.opsForHash().putAll("streak:{0}:parked", entries);
        try {
            settle(season);
        } finally {
            redis.opsForHash().delete("streak:{0}:parked", entries.keySet().toArray());
        }

        assertThat(attempt(season, Step.SEAL).detail())
                .contains("sealed without what is parked: 2 sign-ins of the season");
    }
}
