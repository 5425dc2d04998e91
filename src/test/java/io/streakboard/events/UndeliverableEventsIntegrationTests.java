package io.streakboard.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.events.Publications.Counts;
import io.streakboard.support.Api;
import io.streakboard.support.Learners;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Events that another version of the application left in the registry and this one cannot deliver. */
class UndeliverableEventsIntegrationTests extends RegistryByHand {

    private static final String NOTHING = "{\"awards\": []}";

    @Test
    void moreEventsOfAClassThatIsGoneThanABatchHoldUpNoOthers() {
        long learner = Learners.next();
        for (int i = 0; i < 120; i++) {
            failed(LISTENER, "io.streakboard.merits.PointsGiven", NOTHING, Duration.ofHours(2));
        }
        failed(LISTENER, EVENT, award(learner), Duration.ofHours(1));

        resubmit();

        await().untilAsserted(() -> assertThat(points(learner)).isEqualTo(10));
    }

    @Test
    void eventsOfAClassThatIsGoneAreParkedWithTheReason() {
        failed(LISTENER, "io.streakboard.merits.PointsGiven", NOTHING, Duration.ofHours(2));

        assertThat(parkedReason()).isEqualTo("there is no class io.streakboard.merits.PointsGiven");
        assertThat(publications.deliveredSoFar().getAsBoolean()).isTrue();
    }

    @Test
    void eventsOfAListenerThatIsGoneAreParkedWithTheReason() {
        var gone = "io.streakboard.merits.Listener.on(io.streakboard.points.PointsAwarded)";
        failed(gone, EVENT, NOTHING, Duration.ofHours(2));

        assertThat(parkedReason()).isEqualTo("there is no listener " + gone);
    }

    @Test
    void whatIsNoJsonIsParkedWithTheReasonAndHoldsUpNoOthers() {
        long learner = Learners.next();
        failed(LISTENER, EVENT, "{\"awards\": [", Duration.ofHours(2));
        failed(LISTENER, EVENT, award(learner), Duration.ofHours(1));

        resubmit();

        await().untilAsserted(() -> assertThat(points(learner)).isEqualTo(10));
        assertThat(parkedReason()).startsWith("the event cannot be read: ");
    }

    @Test
    void neverTriedPublicationsAreDeliveredOrParked() {
        failed(LISTENER, "io.streakboard.merits.PointsGiven", NOTHING, Duration.ofHours(2));
        jdbc.sql("UPDATE EVENT_PUBLICATION SET status = NULL, completion_attempts = NULL")
                .update();

        assertThat(parkedReason()).isEqualTo("there is no class io.streakboard.merits.PointsGiven");
    }

    @Test
    void afterARenameWhatWasParkedIsDeliveredUnderTheNewNames() {
        long learner = Learners.next();
        failed(
                "io.streakboard.merits.Listener.on(io.streakboard.merits.PointsGiven)",
                "io.streakboard.merits.PointsGiven",
                award(learner),
                Duration.ofHours(2));
        assertThat(parkedReason()).contains("no class", "no listener");

        jdbc.sql("UPDATE event_publication_parked SET event_type = ?, listener_id = ?")
                .params(EVENT, LISTENER)
                .update();
        resubmit();

        await().untilAsserted(() -> assertThat(points(learner)).isEqualTo(10));
        await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
    }

    @Test
    void anAdminDiscardsWhatIsParkedAndSaysWhy() {
        failed(LISTENER, "io.streakboard.merits.PointsGiven", NOTHING, Duration.ofHours(2));
        parkedReason();
        var id = events().at("/parkedPublications/0/id").asString();

        assertThat(discard(Map.of("action", "discard", "id", id))
                        .has(400)
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("reason");
        assertThat(discard(Map.of("action", "forget"))
                        .has(400)
                        .at("/errors/0/code")
                        .asString())
                .isEqualTo("one-of");
        assertThat(publications.counts().parked()).isEqualTo(1);

        var discard = Map.of("action", "discard", "id", id, "reason", "merits are gone");
        var discarded = discard(discard).has(200);
        assertThat(discarded.at("/discarded").asBoolean()).isTrue();
        assertThat(discarded.at("/publication/json").asString()).isEqualTo(NOTHING);
        assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0));
        assertThat(discard(discard).has(200).at("/discarded").asBoolean()).isFalse();

        var audit = api.admin().actuator("/audit?limit=1").has(200).at("/items/0");
        assertThat(audit.path("target").asString()).isEqualTo("/actuator/events");
        assertThat(audit.path("reason").asString()).isEqualTo("merits are gone");
    }

    private Api.Answer discard(Map<String, String> body) {
        return api.admin().actuate("/events", body);
    }

    private String parkedReason() {
        await().untilAsserted(() -> {
            job.resubmit();
            assertThat(publications.counts().parked()).isEqualTo(1);
        });
        return events().at("/parkedPublications/0/reason").asString();
    }

    private Api.Answer events() {
        return api.admin().actuator("/events").has(200);
    }

    private void resubmit() {
        api.admin().actuate("/events", Map.of("action", "resubmit")).has(200);
    }

    private String award(long learner) {
        return award(learner, seasons.current().id());
    }

    private void failed(String listener, String event, String json, Duration ago) {
        var at = Utc.column(time.now().minus(ago));
        jdbc.sql("""
                        INSERT INTO EVENT_PUBLICATION (id, listener_id, event_type, serialized_event, publication_date,
                            status, completion_attempts, last_resubmission_date)
                        VALUES (?, ?, ?, ?, ?, 'FAILED', 1, ?)
                        """)
                .params(UUID.randomUUID().toString(), listener, event, json, at, at)
                .update();
    }
}
