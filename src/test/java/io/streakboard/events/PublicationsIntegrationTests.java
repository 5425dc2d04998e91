package io.streakboard.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streakboard.events.Publications.Counts;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Publications as a crash leaves them: rows of the registry that nobody works on. */
@IntegrationTest
class PublicationsIntegrationTests {

    private static final long NO_SEASON = 999_999;

    private final Publications publications;
    private final ResubmissionJob job;
    private final EventsEndpoint endpoint;
    private final Seasons seasons;
    private final BusinessTime time;
    private final JdbcClient jdbc;
    private final Api api;

    PublicationsIntegrationTests(
            Publications publications,
            ResubmissionJob job,
            EventsEndpoint endpoint,
            Seasons seasons,
            BusinessTime time,
            JdbcClient jdbc,
            Api api) {
        this.publications = publications;
        this.job = job;
        this.endpoint = endpoint;
        this.seasons = seasons;
        this.time = time;
        this.jdbc = jdbc;
        this.api = api;
    }

    @BeforeEach
    void awaitWhatOtherTestsLeft() {
        await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
    }

    @AfterEach
    void leaveNothing() {
        jdbc.sql("DELETE FROM EVENT_PUBLICATION").update();
        jdbc.sql("DELETE FROM event_publication_parked").update();
    }

    @Test
    void whatACrashLeftUndeliveredIsDeliveredAgain() {
        long learner = Learners.next();
        published(learner, seasons.current().id(), Duration.ofMinutes(1));
        assertThat(publications.deliveredUntil(time.now())).isFalse();

        job.resubmit();

        await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
        assertThat(points(learner)).isEqualTo(10);
        assertThat(publications.deliveredUntil(time.now())).isTrue();
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

    @Test
    void whatFailsTooOftenIsParkedWhereItBlocksNothingAndCanBeTriedAgain() {
        long learner = Learners.next();
        published(learner, NO_SEASON, Duration.ofMinutes(1));

        await().untilAsserted(() -> {
            job.resubmit();
            assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 1));
        });
        assertThat(publications.deliveredUntil(time.now())).isTrue();
        assertThat(endpoint.events().parkedPublications()).singleElement().satisfies(parked -> {
            assertThat(parked.attempts()).isGreaterThanOrEqualTo(3);
            assertThat(parked.listener()).contains("BoardListener");
        });

        jdbc.sql("UPDATE event_publication_parked SET serialized_event = ?")
                .param(event(learner, seasons.current().id()))
                .update();
        assertThat(endpoint.act("resubmit").unparked()).isEqualTo(1);

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

        assertThat(publications.unpark()).isEqualTo(1);
        assertThat(publications.counts()).isEqualTo(new Counts(1, 1, 0));
        assertThat(publications.park(failed -> "no reason"))
                .as("attempts are counted anew")
                .isZero();

        await().untilAsserted(() -> {
            job.resubmit();
            assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 1));
        });
    }

    @Test
    void onlyResubmissionCanBeAskedFor() {
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> endpoint.act("forget"))
                .withMessageContaining("action");
    }

    private long points(long learner) {
        return api.learner(learner)
                .get("/api/points/summary")
                .has(200)
                .at("/points")
                .asLong();
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
                        "io.streakboard.leaderboard.BoardListener.on(io.streakboard.points.PointsAwarded)",
                        "io.streakboard.points.PointsAwarded",
                        event(learner, season),
                        Utc.column(time.now().minus(ago)))
                .update();
        return id;
    }

    private static String event(long learner, long season) {
        return """
                {"awards": [{"learner": %d, "seasonId": %d, "type": "REVIEW", "points": 10, "sourceId": "r",
                  "total": 10, "corrections": 0, "reachedAt": "2026-11-18T04:00:00Z"}]}
                """.formatted(learner, season);
    }
}
