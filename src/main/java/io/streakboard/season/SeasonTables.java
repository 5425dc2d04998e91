package io.streakboard.season;

import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.stereotype.Component;

/**
 * The tables of each season, made by Flyway from the template in {@code db/season}: {@code points_record_<id>},
 * {@code points_total_<id>}, {@code points_board_<id>}, with the history in {@code season_history_<id>}. A change to the
 * template is a new version of it: an edited one would break the checksum of every past season.
 */
@Component
class SeasonTables {

    private final DataSource dataSource;

    SeasonTables(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    void create(long seasonId) {
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/season")
                .table("season_history_" + seasonId)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .skipDefaultCallbacks(true)
                .placeholders(Map.of("season", Long.toString(seasonId)))
                .load()
                .migrate();
    }
}
