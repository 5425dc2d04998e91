package io.streakboard.season;

import java.util.Arrays;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The tables of each season, made by Flyway from the template in {@code db/season}: {@code points_record_<id>}, {@code
 * points_total_<id>}, {@code points_board_<id>}, with the history in {@code season_history_<id>}.
 */
@Component
class SeasonTemplate {

    private final DataSource dataSource;

    SeasonTemplate(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Makes the missing tables of a season. */
    void create(long seasonId) {
        JdbcClient.create(dataSource)
                .sql("CREATE TABLE IF NOT EXISTS season_history_%d LIKE flyway_schema_history".formatted(seasonId))
                .update();
        var flyway = flyway(seasonId);
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

    private Flyway flyway(long seasonId) {
        return Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/season")
                .table("season_history_" + seasonId)
                .skipDefaultCallbacks(true)
                .placeholders(Map.of("season", Long.toString(seasonId)))
                .load();
    }
}
