package io.streakboard.signin.layout;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.signin.calendar.BitmapLayout;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.partition.Partitions.Spread;
import io.streakboard.start.StartRefused;
import io.streakboard.support.IntegrationTest;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** With tables of its own, on one connection: they hide the application's. */
@IntegrationTest
class StoredLayoutIntegrationTests {

    private final SingleConnectionDataSource connection;
    private final JdbcClient jdbc;
    private final StoredLayout layout;

    StoredLayoutIntegrationTests(Environment environment) {
        connection = new SingleConnectionDataSource(
                requireNonNull(environment.getProperty("spring.datasource.url")),
                requireNonNull(environment.getProperty("spring.datasource.username")),
                requireNonNull(environment.getProperty("spring.datasource.password")),
                true);
        jdbc = JdbcClient.create(connection);
        layout = new StoredLayout(jdbc);
    }

    @BeforeEach
    void hideTables() {
        jdbc.sql("CREATE TEMPORARY TABLE sign_in_layout (id INT PRIMARY KEY, partitions INT, bitmaps TEXT, zone TEXT,"
                        + " learner_keys TEXT)")
                .update();
    }

    @AfterEach
    void disconnect() {
        connection.destroy();
    }

    @Test
    void theFirstStartDecides() {
        assertThat(layout.partitions(null, BitmapLayout.PER_LEARNER)).isEqualTo(new Partitions(128, Spread.LEARNERS));
        assertThat(layout.partitions(128, BitmapLayout.PER_LEARNER)).isEqualTo(new Partitions(128, Spread.LEARNERS));
    }

    @Test
    void whatIsConfiguredAtTheFirstStartStaysWithoutTheConfiguration() {
        assertThat(layout.partitions(8, BitmapLayout.PAGED)).isEqualTo(new Partitions(8, Spread.PAGES));
        assertThat(layout.partitions(null, BitmapLayout.PAGED)).isEqualTo(new Partitions(8, Spread.PAGES));
    }

    @Test
    void otherPartitionsAreRefusedAndNamed() {
        layout.partitions(null, BitmapLayout.PER_LEARNER);

        assertThatExceptionOfType(StartRefused.class)
                .isThrownBy(() -> layout.partitions(4, BitmapLayout.PER_LEARNER))
                .withMessageContainingAll("streakboard.signin.partitions", "4", "128");
    }

    /** Shanghai and Macau have the same time today, but not all days of the past. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Asia/Macau"})
    void anotherZoneIsRefusedAndNamed(String zone) {
        layout.partitions(null, BitmapLayout.PER_LEARNER);
        layout.require(ZoneId.of("Asia/Shanghai"));

        layout.require(ZoneId.of("PRC")); // another name of it
        assertThatExceptionOfType(StartRefused.class)
                .isThrownBy(() -> layout.require(ZoneId.of(zone)))
                .withMessageContainingAll("streakboard.zone", zone, "Asia/Shanghai");
    }

    @ParameterizedTest
    @CsvSource({"numbers, texts", "texts, numbers"})
    void otherKeysOfLearnersAreRefusedAndNamed(String stored, String configured) {
        layout.partitions(null, BitmapLayout.PER_LEARNER);
        layout.require(stored);

        layout.require(stored);
        assertThatExceptionOfType(StartRefused.class)
                .isThrownBy(() -> layout.require(configured))
                .withMessageContainingAll("streakboard.learners.keys", stored, configured);
    }

    @Test
    void pagesAreForNumbers() {
        StoredLayout.requireDense(BitmapLayout.PAGED, false);
        StoredLayout.requireDense(BitmapLayout.PER_LEARNER, true);

        assertThatExceptionOfType(StartRefused.class)
                .isThrownBy(() -> StoredLayout.requireDense(BitmapLayout.PAGED, true))
                .withMessageContainingAll("streakboard.signin.layout", "streakboard.learners.keys");
    }

    @Test
    void anotherLayoutIsRefusedAndNamed() {
        layout.partitions(null, BitmapLayout.PER_LEARNER);

        assertThatExceptionOfType(StartRefused.class)
                .isThrownBy(() -> layout.partitions(null, BitmapLayout.PAGED))
                .withMessageContainingAll("streakboard.signin.layout", "paged", "per-learner");
    }
}
