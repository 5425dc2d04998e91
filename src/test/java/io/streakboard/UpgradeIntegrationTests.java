package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.embedded.SharedServers;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.datasource.init.ScriptUtils;
import org.springframework.test.annotation.DirtiesContext;

/**
 * The application on the data of version 0.1.0. If it does not start, a migration has changed that 0.1.0 had: add
 * another in its place.
 */
@IntegrationTest
@DirtiesContext
@Tag("any-redis")
class UpgradeIntegrationTests {

    @TestConfiguration
    static class FormerData {

        @Bean
        @Primary
        FlywayMigrationStrategy loadsTheDumpFirst(@Qualifier("moduleMigrations") FlywayMigrationStrategy migrations) {
            return flyway -> {
                try (var connection = flyway.getConfiguration().getDataSource().getConnection()) {
                    ScriptUtils.executeSqlScript(connection, new ClassPathResource("schema/0.1.0.sql"));
                } catch (SQLException failure) {
                    throw new IllegalStateException(failure);
                }
                migrations.migrate(flyway);
            };
        }
    }

    private static final long LEARNER = 41;

    private final Api api;
    private final JdbcClient jdbc;
    private final DataSource database;

    UpgradeIntegrationTests(Api api, JdbcClient jdbc, DataSource database) {
        this.api = api;
        this.jdbc = jdbc;
        this.database = database;
    }

    @Test
    void theSchemaIsThatOfANewInstallation() {
        var fresh = SharedServers.get().database().dataSource("new_installation");
        JdbcClient.create(fresh).sql("DROP DATABASE new_installation").update();
        migrate(fresh);
        var expected = tables(JdbcClient.create(fresh));

        assertThat(tables(jdbc)).containsAllEntriesOf(expected);
        assertThat(expected).hasSizeGreaterThan(20);
    }

    @Test
    void learnersHaveWhatTheyHad() {
        var learner = api.learner(LEARNER);

        assertThat(learner.get("/api/points/records").has(200).each("items", "sourceId"))
                .containsExactly("2026-11-17", "2026-11-16", "r2", "r1");
        assertThat(learner.get("/api/rewards").has(200).at("/items/0/title").asString())
                .isEqualTo("Champion");
        assertThat(learner.get("/api/sign-ins/log?month=2026-11").has(200).each("items", "day"))
                .containsExactlyInAnyOrder("2026-11-16", "2026-11-17");
        assertThat(learner.get("/api/points/today").has(200).at("/total").asInt())
                .isZero();
    }

    @Test
    void theTypesOfTheLedgersAreKnown() {
        assertThat(jdbc.sql("SELECT code FROM points_type WHERE code IN ('REVIEW', 'SIGN_IN', 'RETIRED', 'ADJUSTMENT')")
                        .query(String.class)
                        .list())
                .containsExactlyInAnyOrder("REVIEW", "SIGN_IN", "RETIRED");
    }

    @Test
    void rewardsOfSeasonsArePrizesThatFormerInstancesReadButDoNotWrite() {
        assertThat(jdbc.sql(
                                "SELECT CONCAT_WS(' ', board, edition_id, period_key, place, points, title) FROM board_prize")
                        .query(String.class)
                        .list())
                .contains("points 1 2026-10 1 500 Champion");
        assertThat(jdbc.sql("SELECT title FROM season_reward WHERE user_id = ?")
                        .param(LEARNER)
                        .query(String.class)
                        .single())
                .isEqualTo("Champion");
        var written = jdbc.sql("INSERT INTO season_reward (user_id, season_id, place, points, title)"
                + " VALUES (42, 1, 2, 100, NULL) ON DUPLICATE KEY UPDATE place = place");
        assertThatExceptionOfType(DataAccessException.class).isThrownBy(written::update);
    }

    @Test
    void aMoveOfPrizesThatWasKilledGoesOn() {
        jdbc.sql("CREATE TABLE season_reward_moved (user_id BIGINT, season_id BIGINT, place INT, points INT,"
                        + " title VARCHAR(50))")
                .update();
        jdbc.sql("INSERT INTO season_reward_moved VALUES (41, 1, 1, 500, 'Champion'), (43, 1, 2, 100, NULL)")
                .update();
        jdbc.sql(
                        "INSERT INTO event_publication_parked (id, listener_id, event_type, serialized_event, publication_date)"
                                + " VALUES ('parked', 'io.streakboard.rewards.RewardTable.on(x)', 'x', '{}', UTC_TIMESTAMP())")
                .update();

        for (int i = 0; i < 2; i++) {
            new ResourceDatabasePopulator(new ClassPathResource("db/migration/V24__prizes.sql")).execute(database);
        }

        assertThat(jdbc.sql("SELECT user_id FROM season_reward WHERE season_id = 1 ORDER BY place")
                        .query(Long.class)
                        .list())
                .containsExactly(41L, 43L);
        assertThat(jdbc.sql("SELECT listener_id FROM event_publication_parked WHERE id = 'parked'")
                        .query(String.class)
                        .single())
                .isEqualTo("io.streakboard.rewards.PrizeTable.on(x)");
    }

    private static void migrate(DataSource database) {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .load()
                .migrate();
    }

    /** Without partitions, which a job adds, and numbers that go on. */
    private static Map<String, String> tables(JdbcClient jdbc) {
        var tables = new TreeMap<String, String>();
        for (var table : jdbc.sql("SHOW FULL TABLES WHERE table_type = 'BASE TABLE'")
                .query((row, number) -> row.getString(1))
                .list()) {
            tables.put(
                    table,
                    jdbc.sql("SHOW CREATE TABLE " + table)
                            .query((row, number) -> row.getString(2))
                            .single()
                            .replaceFirst("(?s)\\s*(/\\*!\\d+ )? ?PARTITION BY.*", "")
                            .replaceFirst(" AUTO_INCREMENT=\\d+", ""));
        }
        tables.remove("flyway_schema_history");
        return tables;
    }
}
