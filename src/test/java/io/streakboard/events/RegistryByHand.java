package io.streakboard.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.events.Publications.Counts;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Rest;
import io.streakboard.time.BusinessTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Support of registry tests: the registry is empty before and after, and its job runs by hand. */
@IntegrationTest
abstract class RegistryByHand {

    static final String LISTENER = "io.streakboard.leaderboard.BoardListener.on(io.streakboard.points.PointsAwarded)";
    static final String EVENT = "io.streakboard.points.PointsAwarded";

    @Autowired
    Publications publications;

    @Autowired
    ParkedPublications parked;

    @Autowired
    ResubmissionJob job;

    @Autowired
    Seasons seasons;

    @Autowired
    BusinessTime time;

    @Autowired
    JdbcClient jdbc;

    @Autowired
    Api api;

    @Autowired
    private Rest rest;

    @Autowired
    private SeasonBoards boards;

    /** The first rebuild of the board would drop points that the ledger does not have. */
    @BeforeEach
    void findEmpty() {
        rest.await();
        await().until(() -> boards.live(seasons.current()).complete());
        assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0));
    }

    @AfterEach
    void leaveNothing() {
        jdbc.sql("DELETE FROM EVENT_PUBLICATION").update();
        jdbc.sql("DELETE FROM event_publication_parked").update();
    }

    /** An event as JSON: ten points on the board of a season. */
    static String award(long learner, long season) {
        return """
                {"awards": [{"learner": %d, "seasonId": %d, "type": "REVIEW", "points": 10, "sourceId": "r",
                  "total": 10, "corrections": 0, "reachedAt": "2026-11-18T04:00:00Z"}]}
                """.formatted(learner, season);
    }

    /** The score on the board. */
    long points(long learner) {
        return api.learner(learner)
                .get("/api/points/summary")
                .has(200)
                .at("/points")
                .asLong();
    }
}
