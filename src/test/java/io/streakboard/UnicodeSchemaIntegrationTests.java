package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.embedded.SharedServers;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What becomes of a schema with another character set. */
class UnicodeSchemaIntegrationTests {

    private final DataSource database = SharedServers.get().database().dataSource("character_sets");
    private final JdbcClient jdbc = JdbcClient.create(database);

    @BeforeEach
    void empty() {
        jdbc.sql("DROP DATABASE character_sets").update();
    }

    @Test
    void aSchemaInLatin1IsRefusedBeforeAnythingIsWritten() {
        jdbc.sql("ALTER DATABASE character_sets CHARACTER SET latin1").update();

        assertThatThrownBy(this::migrate)
                .hasMessageContaining("must have the character set utf8mb4, but it has latin1");
        assertThat(jdbc.sql("SHOW TABLES").query().listOfRows()).isEmpty();
    }

    @Test
    void soIsATableThatWasMadeInOne() {
        jdbc.sql("CREATE TABLE learner (name VARCHAR(100)) CHARACTER SET latin1")
                .update();

        assertThatThrownBy(this::migrate).hasMessageContaining("latin1 in learner.name");
    }

    @Test
    void othersAreTaken() {
        jdbc.sql("ALTER DATABASE character_sets CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
                .update();

        assertThat(migrate()).isPositive();
    }

    private int migrate() {
        return Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .callbacks(new UnicodeSchema())
                .load()
                .migrate()
                .migrationsExecuted;
    }
}
