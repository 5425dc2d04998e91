package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.springframework.jdbc.core.simple.JdbcClient;
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

    UpgradeIntegrationTests(Api api, JdbcClient jdbc) {
        this.api = api;
        this.jdbc = jdbc;
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
