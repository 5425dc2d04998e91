package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.embedded.SharedServers;
import io.streakboard.support.Migrations;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A log that was made before its key began with the day. */
class SignInLogUpgradeIntegrationTests {

    private final DataSource database = SharedServers.get().database().dataSource("sign_in_log_upgrade");
    private final JdbcClient jdbc = JdbcClient.create(database);

    @BeforeEach
    void empty() {
        jdbc.sql("DROP DATABASE sign_in_log_upgrade").update();
        Migrations.run(database, "42");
        jdbc.sql("""
                        ALTER TABLE sign_in_log REORGANIZE PARTITION ahead INTO (
                            PARTITION m2026_01 VALUES LESS THAN ('2026-02-01'),
                            PARTITION ahead VALUES LESS THAN (MAXVALUE))
                        """).update();
        jdbc.sql("""
                        INSERT INTO sign_in_log (user_id, day, kind, streak, points, signed_at)
                        VALUES (1, '2026-01-30', 'REGULAR', 1, 10, '2026-01-30'),
                               (1, '2026-02-01', 'MAKE_UP', 2, 10, '2026-02-01'),
                               (2, '2026-01-30', 'REGULAR', 1, 10, '2026-01-30')
                        """).update();
    }

    @Test
    void keepsItsRowsAndPartitions() {
        Migrations.run(database, "43");

        assertThat(key()).containsExactly("day", "user_id");
        assertThat(rows()).containsExactly("2026-01-30 1 REGULAR", "2026-01-30 2 REGULAR", "2026-02-01 1 MAKE_UP");
        assertThat(jdbc.sql("SELECT COUNT(*) FROM sign_in_log PARTITION (m2026_01)")
                        .query(Integer.class)
                        .single())
                .isEqualTo(2);
    }

    @Test
    void mayHaveGotItsKeyBefore() {
        jdbc.sql("ALTER TABLE sign_in_log DROP PRIMARY KEY, ADD PRIMARY KEY (day, user_id)")
                .update();

        Migrations.run(database, "43");

        assertThat(key()).containsExactly("day", "user_id");
        assertThat(rows()).hasSize(3);
    }

    private List<String> key() {
        return jdbc.sql("""
                        SELECT column_name FROM information_schema.statistics
                         WHERE table_schema = DATABASE() AND table_name = 'sign_in_log' ORDER BY seq_in_index
                        """).query((row, number) -> row.getString(1)).list();
    }

    private List<String> rows() {
        return jdbc.sql("SELECT CONCAT(day, ' ', user_id, ' ', kind) FROM sign_in_log ORDER BY day, user_id")
                .query((row, number) -> row.getString(1))
                .list();
    }
}
