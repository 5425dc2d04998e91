package io.streakboard.season;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.stereotype.Component;

/**
 * The tables of each season, made by Flyway from the template in {@code db/season}: {@code points_record_<id>}, {@code
 * points_total_<id>}, {@code points_board_<id>}, with the history in {@code season_history_<id>}. A change to the
 * template is a new version of it, which new seasons get as well: an edit would break the checksum of every past
 * season.
 */
@Component
class SeasonTemplate {

    /** The latest version in {@code db/season}. */
    static final int VERSION = 8;

    private static final String WITH_KEY =
            ", DROP PRIMARY KEY, ADD PRIMARY KEY (user_id, type, source_id, home_season)";

    /** Far longer than the limit of other statements, as a key over many millions of rows is built in one statement. */
    private static final Duration REWRITE_TAKES_AT_MOST = Duration.ofHours(2);

    private final DataSource dataSource;

    SeasonTemplate(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Makes the tables of a new season in one step, by the script with the prefix {@code B}. Flyway runs that only
     * where a history exists and is empty, as the schema is not.
     */
    void create(long seasonId) {
        JdbcClient.create(dataSource)
                .sql("CREATE TABLE IF NOT EXISTS season_history_%d LIKE flyway_schema_history".formatted(seasonId))
                .update();
        migrate(flyway(seasonId, WITH_KEY, dataSource));
    }

    /**
     * Brings existing tables up to the template. Tables of sealed seasons get no new key, as look-ups there do without.
     */
    void upgrade(Season season) throws SQLException {
        migrate(flyway(season.id(), season.state().sealed() ? "" : WITH_KEY, new Patient(dataSource))
                .initSql("SET SESSION wait_timeout = " + REWRITE_TAKES_AT_MOST.toSeconds()));
        if (dataSource.isWrapperFor(HikariDataSource.class)) {
            dataSource.unwrap(HikariDataSource.class).getHikariPoolMXBean().softEvictConnections();
        }
    }

    private static FluentConfiguration flyway(long seasonId, String rekey, DataSource dataSource) {
        return Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/season")
                .table("season_history_" + seasonId)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .skipDefaultCallbacks(true)
                .placeholders(Map.of("season", Long.toString(seasonId), "rekey", rekey));
    }

    /** Runs what failed once more: every version of the template may run twice. */
    private static void migrate(FluentConfiguration configuration) {
        var flyway = configuration.load();
        try {
            flyway.migrate();
        } catch (FlywayException failure) {
            if (Arrays.stream(flyway.info().all())
                    .noneMatch(version -> version.getState().isFailed())) {
                throw failure;
            }
            flyway.repair();
            flyway.migrate();
        }
    }

    /** Connections that wait long enough for a table to be rewritten. The pool takes the longer timeout back. */
    private static final class Patient extends DelegatingDataSource {

        Patient(DataSource dataSource) {
            super(dataSource);
        }

        @Override
        public Connection getConnection() throws SQLException {
            var connection = super.getConnection();
            connection.setNetworkTimeout(Runnable::run, (int) REWRITE_TAKES_AT_MOST.toMillis());
            return connection;
        }
    }
}
