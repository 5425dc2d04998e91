package io.streakboard.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.settlement.steps.Step;
import io.streakboard.settlement.steps.StepRow;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What a season waits for before it takes no more points. */
class SealIntegrationTests extends SettlementByHand {

    private static final String PARKED = "streak:{0}:parked";

    @Autowired
    private Settlement settlement;

    @Autowired
    private BusinessTime time;

    @Test
    void withoutAWaiverTheSealWaitsForGraceAndQuiet() {
        var season = played(2);

        settlement.advance(season);

        assertThat(seasons.find(season.name()).state()).isEqualTo(State.ENDED);
        assertThat(steps.steps(season.id())).singleElement().satisfies(step -> {
            assertThat(step.state()).isEqualTo(StepRow.StepStatus.OPEN);
            assertThat(step.detail()).contains("quiet period");
        });
    }

    @Test
    void theQuietPeriodPutsOffTheSealForTheLongestWaitOnly() {
        var season = played(2);
        settlement.advance(openedBefore(season, "59 MINUTE"));
        assertThat(steps.steps(season.id()).getFirst().detail()).contains("quiet period");

        await().untilAsserted(() -> {
            settlement.advance(openedBefore(season, "61 MINUTE"));
            assertThat(steps.steps(season.id()).getFirst().state()).isEqualTo(StepRow.StepStatus.DONE);
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
        var season = played(2);
        steps.waive(season.id());
        jdbc.sql("""
                        INSERT INTO EVENT_PUBLICATION (id, listener_id, event_type, serialized_event, publication_date,
                            status, completion_attempts)
                        VALUES ('just-now', 'points', 'SignInsRecorded', '{}', ?, 'PROCESSING', 1)
                        """).param(Utc.column(time.now())).update();
        try {
            settlement.advance(season);
            assertThat(seasons.find(season.name()).state()).isEqualTo(State.ENDED);
        } finally {
            jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id = 'just-now'").update();
        }

        assertThat(settle(season).season().state()).isEqualTo(State.SETTLED);
    }

    /** The clock of the instance that published it is ahead. */
    @Test
    void theSealWaitsForWhatWasPublishedWithADateInTheFuture() {
        var season = played(1);
        steps.waive(season.id());
        publish("ahead", "PUBLISHED", time.now().plusSeconds(60));
        try {
            settlement.advance(season);
            assertThat(seasons.find(season.name()).state()).isEqualTo(State.ENDED);
        } finally {
            jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id = 'ahead'").update();
        }
    }

    @Test
    void theSealNamesTheListenerThatCannotTakeAnEvent() {
        var season = played(1);
        steps.waive(season.id());
        publish("refused", "FAILED", time.now());
        try {
            settlement.advance(season);
            assertThat(steps.steps(season.id()).getFirst().detail())
                    .contains("events whose delivery failed and is tried again: 1 SeasonEnded for Badges.on");
        } finally {
            jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id = 'refused'").update();
        }
    }

    private void publish(String id, String status, Instant at) {
        jdbc.sql("""
                        INSERT INTO EVENT_PUBLICATION (id, listener_id, event_type, serialized_event, publication_date,
                            status, completion_attempts, last_resubmission_date)
                        VALUES (?, 'org.example.Badges.on(io.streakboard.season.SeasonEnded)',
                            'io.streakboard.season.SeasonEnded', '{}', ?, ?, 1, ?)
                        """).params(id, Utc.column(at), status, Utc.column(at)).update();
    }

    @Test
    void theSealWaitsForParkedSignInsUntilTheyAreReplayedOrGivenUp() {
        var season = played(1);
        parked("1098000000000-0", madeAt(season.startsAt()), "");
        parked("1098000000000-1", madeAt(season.endsAt()), ", made in the next month");
        parked("1098000000000-2", "", ", made nobody knows when");
        try {
            assertThat(act(season, "settle").holds())
                    .singleElement()
                    .satisfies(hold -> assertThat(hold).hasToString("parked-sign-ins (2 to be replayed or given up)"));

            redis.opsForHash().delete(PARKED, "1098000000000-2");
            assertThat(act(season, "settle").holds())
                    .singleElement()
                    .satisfies(hold -> assertThat(hold).hasToString("parked-sign-ins (1 to be replayed or given up)"));
            assertThat(act(season, "release").holds()).isEmpty();

            settle(season);
            assertThat(attempt(season, Step.SEAL).detail())
                    .contains("sealed without parked items: 1 sign-ins of the season");
        } finally {
            redis.unlink(PARKED);
        }
    }

    @Test
    void aSeasonGoesOnOnceNothingOfItIsParked() {
        var season = played(1);
        parked("1098000000000-3", madeAt(season.startsAt()), "");
        assertThat(act(season, "settle").holds()).hasSize(1);

        redis.unlink(PARKED);

        settle(season);
        assertThat(attempt(season, Step.SEAL).detail()).isNull();
    }

    private void parked(String id, String at, String why) {
        redis.opsForHash()
                .put(PARKED, id, "{\"user\":\"x\",\"day\":\"2019-10-20\"%s,\"error\":\"broken%s\"}".formatted(at, why));
    }

    private static String madeAt(Instant instant) {
        return ",\"at\":\"%d\"".formatted(instant.toEpochMilli());
    }
}
