package io.streakboard.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.events.Publications.Counts;
import io.streakboard.support.Learners;
import io.streakboard.time.Utc;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Publications after a crash: rows of the registry without a running delivery. */
class PublicationsIntegrationTests extends RegistryByHand {

    private static final long NO_SEASON = 999_999;

    @Autowired
    private EventsEndpoint endpoint;

    @Autowired
    private RedisConnectionFactory redis;

    @Test
    void whatACrashLeftUndeliveredIsDeliveredAgain() {
        long learner = Learners.next();
        published(learner, seasons.current().id(), Duration.ofMinutes(1));
        assertThat(publications.deliveredSoFar().getAsBoolean()).isFalse();

        job.resubmit();

        await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
        assertThat(points(learner)).isEqualTo(10);
        assertThat(publications.deliveredSoFar().getAsBoolean()).isTrue();
    }

    @Test
    void whatIsStillUnderWayIsLeftAlone() {
        published(Learners.next(), seasons.current().id(), Duration.ofSeconds(5));

        job.resubmit();

        assertThat(publications.counts()).isEqualTo(new Counts(1, 0, 0));
    }

    @Test
    void aDeliveryCountsAsLostFromItsLastTryNotFromItsFirst() {
        var id = published(Learners.next(), seasons.current().id(), Duration.ofHours(1));
        jdbc.sql("UPDATE EVENT_PUBLICATION SET status = 'RESUBMITTED', last_resubmission_date = ? WHERE id = ?")
                .params(Utc.column(time.now().minusSeconds(5)), id)
                .update();

        assertThat(publications.failStale()).isZero();
    }

    /** An import waits for them. */
    @Test
    void listenersAreBehindIfThousandsOfDeliveriesAreLeft() {
        for (int i = 0; i < 10; i++) {
            published(Learners.next(), NO_SEASON, Duration.ofSeconds(1));
        }
        assertThat(publications.areBehind()).isFalse();

        jdbc.sql("""
                        INSERT INTO EVENT_PUBLICATION (id, listener_id, event_type, serialized_event, publication_date, status)
                        SELECT UUID(), a.listener_id, a.event_type, a.serialized_event, a.publication_date, 'FAILED'
                          FROM EVENT_PUBLICATION a, EVENT_PUBLICATION b, EVENT_PUBLICATION c
                        """).update();
        assertThat(publications.areBehind()).isFalse();
        jdbc.sql("UPDATE EVENT_PUBLICATION SET status = 'FAILED'").update();
        assertThat(publications.areBehind()).isTrue();

        jdbc.sql("UPDATE EVENT_PUBLICATION SET completion_attempts = 2").update();
        assertThat(publications.areBehind())
                .as("a listener that refuses again is not behind")
                .isFalse();
        publications.forgiveTries();
        assertThat(publications.areBehind()).as("a store is away").isTrue();
    }

    @Test
    void whatFailsTooOftenIsParkedWhereItBlocksNothingAndCanBeTriedAgain() {
        long learner = Learners.next();
        published(learner, NO_SEASON, Duration.ofMinutes(1));

        await().untilAsserted(() -> {
            job.resubmit();
            assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 1));
        });
        assertThat(publications.deliveredSoFar().getAsBoolean()).isTrue();
        assertThat(endpoint.events().parkedPublications()).singleElement().satisfies(parked -> {
            assertThat(parked.attempts()).isGreaterThanOrEqualTo(3);
            assertThat(parked.listener()).contains("BoardListener");
        });

        jdbc.sql("UPDATE event_publication_parked SET serialized_event = ?")
                .param(award(learner, seasons.current().id()))
                .update();
        assertThat(endpoint.act("resubmit", null, null)).isEqualTo(new EventsEndpoint.Resubmitted(1));

        await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
        assertThat(points(learner)).isEqualTo(10);
    }

    @Test
    void whatIsUnparkedAndFailsAgainIsParkedAgain() {
        published(Learners.next(), NO_SEASON, Duration.ofMinutes(1));
        await().untilAsserted(() -> {
            job.resubmit();
            assertThat(publications.counts().parked()).isEqualTo(1);
        });

        assertThat(parked.unpark()).isEqualTo(1);
        assertThat(publications.counts()).isEqualTo(new Counts(1, 1, 0));
        assertThat(endpoint.events().failing()).containsExactly("1 PointsAwarded for BoardListener.on");
        assertThat(parked.park(failed -> "no reason"))
                .as("attempts are counted anew")
                .isZero();

        await().untilAsserted(() -> {
            job.resubmit();
            assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 1));
        });
    }

    @Test
    void noEventIsGivenUpForAStoreThatRefuses() {
        long learner = Learners.next();
        published(learner, seasons.current().id(), Duration.ofMinutes(1));
        redisAcceptsWrites(false);
        try {
            for (int tries = 0; tries < 5; tries++) {
                job.resubmit();
                await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(1, 1, 0)));
            }
        } finally {
            redisAcceptsWrites(true);
        }

        await().untilAsserted(() -> {
            job.resubmit();
            assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0));
        });
        assertThat(points(learner)).isEqualTo(10);
    }

    /** A Redis that misses replicas answers, but refuses to write. */
    private void redisAcceptsWrites(boolean accepts) {
        try (var connection = redis.getConnection()) {
            connection.serverCommands().setConfig("min-replicas-to-write", accepts ? "0" : "1");
        }
    }

    @Test
    void onlyResubmissionCanBeAskedFor() {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("forget", null, null))
                .withMessageContaining("action");
    }

    private String published(long learner, long season, Duration ago) {
        var id = UUID.randomUUID().toString();
        jdbc.sql("""
                        INSERT INTO EVENT_PUBLICATION (id, listener_id, event_type, serialized_event, publication_date,
                            status, completion_attempts)
                        VALUES (?, ?, ?, ?, ?, 'PROCESSING', 1)
                        """)
                .params(
                        id,
                        LISTENER,
                        EVENT,
                        award(learner, season),
                        Utc.column(time.now().minus(ago)))
                .update();
        return id;
    }
}
