package io.streakboard.start;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.streakboard.embedded.SharedServers;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.springframework.jdbc.core.simple.JdbcClient;

class SchemaAnalyzerIntegrationTests {

    private final DataSource database = SharedServers.get().database().dataSource("other_migrations");

    @Test
    void aSchemaOfOtherMigrationsIsRefusedInOneSentence() {
        JdbcClient.create(database).sql("DROP DATABASE other_migrations").update();
        migrate();
        JdbcClient.create(database)
                .sql("UPDATE flyway_schema_history SET checksum = checksum + 1 WHERE version = '3'")
                .update();

        var failure = new BeanCreationException("flyway", "failed", catchThrowable(this::migrate));

        var analysis = requireNonNull(new SchemaAnalyzer().analyze(failure));
        assertThat(analysis.getDescription()).contains("made by migrations that this version does not have");
        assertThat(analysis.getAction()).contains("empty schema", "version 3");
    }

    @Test
    void springBootAsksTheAnalyzer() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, failure) -> {})))
                .hasAtLeastOneElementOfType(SchemaAnalyzer.class);
    }

    private void migrate() {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .load()
                .migrate();
    }
}
