package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.embedded.SharedServers;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.points.PointsAwarded;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.support.Migrations;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What waited for the listeners of an older version has their new names after the upgrade. */
class RenamedEventsIntegrationTests {

    private static final String LISTENER = ActivityListener.class.getName();
    private static final String COMPLETED = ActivityCompleted.class.getName();
    private static final String SIGNED_IN = SignInsRecorded.class.getName();
    private static final String DELETED = LearnerDeleted.class.getName();
    private static final String AWARDED = PointsAwarded.class.getName();

    private final DataSource database = SharedServers.get().database().dataSource("renamed_events");
    private final JdbcClient jdbc = JdbcClient.create(database);

    @BeforeEach
    void empty() {
        jdbc.sql("DROP DATABASE renamed_events").update();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EVENT_PUBLICATION", "event_publication_parked"})
    void whatWaitsIsFoundUnderTheNewNames(String table) {
        Migrations.run(database, "25");
        var completed = "io.streakboard.points.ActivityCompleted";
        waits(table, "io.streakboard.points.PointsListener.on(" + completed + ")", completed);
        waits(table, "io.streakboard.points.PointsListener.on(" + SIGNED_IN + ")", SIGNED_IN);
        waits(table, "io.streakboard.points.PointsPersonalData.on(" + DELETED + ")", DELETED);
        waits(table, "io.streakboard.courses.Portfolios.on(" + completed + ")", completed);
        waits(table, "io.streakboard.leaderboard.BoardListener.on(" + AWARDED + ")", AWARDED);

        Migrations.run(database, "26");

        assertThat(jdbc.sql("SELECT CONCAT(listener_id, ' ', event_type) FROM " + table)
                        .query((row, number) -> row.getString(1))
                        .list())
                .containsExactlyInAnyOrder(
                        LISTENER + ".on(" + COMPLETED + ") " + COMPLETED,
                        LISTENER + ".on(" + SIGNED_IN + ") " + SIGNED_IN,
                        "io.streakboard.points.LearnerErasure.on(" + DELETED + ") " + DELETED,
                        "io.streakboard.courses.Portfolios.on(" + COMPLETED + ") " + COMPLETED,
                        "io.streakboard.leaderboard.BoardListener.on(" + AWARDED + ") " + AWARDED);
    }

    private void waits(String table, String listener, String event) {
        jdbc.sql("""
                        INSERT INTO %s (id, listener_id, event_type, serialized_event, publication_date)
                        VALUES (?, ?, ?, '{}', UTC_TIMESTAMP())
                        """.formatted(table))
                .params(UUID.randomUUID().toString(), listener, event)
                .update();
    }
}
