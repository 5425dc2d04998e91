package io.streakboard.season;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Seasons whose tables were made before late activities had a home season in the ledger. */
@IntegrationTest
class SeasonUpgradeIntegrationTests {

    /** Seasons that are planned meanwhile get the numbers above it. */
    private static final long OLD = 1_900_002;

    private static final long SEALED = 1_900_001;

    private static final long NEW = 1_900_003;

    private final SeasonUpgrade upgrade;
    private final SeasonTemplate template;
    private final Seasons seasons;
    private final DataSource dataSource;
    private final JdbcClient jdbc;

    SeasonUpgradeIntegrationTests(
            SeasonUpgrade upgrade, SeasonTemplate template, Seasons seasons, DataSource dataSource, JdbcClient jdbc) {
        this.upgrade = upgrade;
        this.template = template;
        this.seasons = seasons;
        this.dataSource = dataSource;
        this.jdbc = jdbc;
    }

    @Test
    void tablesThatTakePointsGetTheNewKeyAndSealedOnesTheColumn() throws SQLException {
        made(OLD, "ENDED", "1990-01-01");
        made(SEALED, "SETTLED", "1990-02-01");

        upgrade.run();
        upgrade.run();

        assertThat(key(OLD)).containsExactly("user_id", "type", "source_id", "home_season");
        assertThat(key(SEALED)).containsExactly("user_id", "type", "source_id");
        assertThat(index(OLD, "by_day")).containsExactly("day", "user_id", "type");
        assertThat(index(SEALED, "by_day")).containsExactly("user_id", "day", "type");
        for (long season : List.of(OLD, SEALED)) {
            assertThat(homes(season)).containsExactly("late 17", "own " + season);
            assertThat(sums(season)).containsExactly("2 learners, 30 points, last changed 1990-01-03");
        }
    }

    /** An instance died between the change and the note of it, or the change failed and is noted as that. */
    @Test
    void anUpgradeThatBrokeOffIsMadeAgain() throws SQLException {
        made(OLD, "ENDED", "1990-01-01");
        upgrade.run();
        jdbc.sql("UPDATE season SET template = 3 WHERE id = ?").param(OLD).update();
        jdbc.sql("DELETE FROM season_history_%d WHERE version IN ('5', '6', '7', '8')".formatted(OLD))
                .update();
        jdbc.sql("UPDATE season_history_%d SET success = FALSE WHERE version = '4'".formatted(OLD))
                .update();

        upgrade.run();

        assertThat(key(OLD)).containsExactly("user_id", "type", "source_id", "home_season");
        assertThat(homes(OLD)).containsExactly("late 17", "own " + OLD);
    }

    @Test
    void newSeasonsHaveTheLatestTemplate() {
        long season = seasons.current().id();

        assertThat(jdbc.sql("SELECT MAX(CAST(version AS UNSIGNED)) FROM season_history_" + season)
                        .query(Integer.class)
                        .single())
                .isEqualTo(SeasonTemplate.VERSION);
        assertThat(jdbc.sql("SELECT template FROM season WHERE id = ?")
                        .param(season)
                        .query(Integer.class)
                        .single())
                .isEqualTo(SeasonTemplate.VERSION);
    }

    @Test
    void newSeasonsHaveTheTablesThatUpgradesLeave() throws SQLException {
        made(OLD, "ENDED", "1990-01-01");
        upgrade.run();

        template.create(NEW);
        template.create(NEW); // as when an instance died before it was noted

        for (var table : List.of("points_record_", "points_total_", "points_board_")) {
            assertThat(definition(table, NEW)).isEqualTo(definition(table, OLD));
        }
    }

    private String definition(String table, long season) {
        return jdbc.sql("SHOW CREATE TABLE " + table + season)
                .query((row, number) -> row.getString(2))
                .single()
                .replace(Long.toString(season), "<id>");
    }

    private void made(long season, String state, String start) {
        long learner = Learners.next();
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/season")
                .table("season_history_" + season)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .target("3")
                .placeholders(Map.of("season", "" + season, "rekey", ""))
                .load()
                .migrate();
        jdbc.sql("""
                        INSERT INTO season (id, name, starts_at, ends_at, state, created_at)
                        VALUES (?, ?, ?, ? + INTERVAL 1 MONTH, ?, '1990-01-01')
                        """).params(season, start, start, start, state).update();
        jdbc.sql("""
                        INSERT INTO points_record_%d
                            (user_id, type, source_id, day, points, outcome, occurred_at, recorded_at)
                        VALUES (:learner, 'REVIEW', 'own', '1990-01-02', 10, 'AWARDED', '1990-01-02', '1990-01-02'),
                               (:learner, 'REVIEW', 'late', '1989-01-02', 10, 'LATE', '1989-01-02', '1990-01-02')
                        """.formatted(season)).param("learner", learner).update();
        jdbc.sql("""
                        INSERT INTO points_total_%d (user_id, points, reached_at, corrections, updated_at)
                        VALUES (1, 10, '1990-01-02', 0, '1990-01-02'), (2, 20, '1990-01-02', 0, '1990-01-03'),
                               (3, 0, NULL, 0, '1990-01-01')
                        """.formatted(season)).update();
        jdbc.sql("""
                        INSERT INTO points_late (user_id, type, source_id, home_season, season, day, points,
                                                 occurred_at, recorded_at)
                        VALUES (?, 'REVIEW', 'late', 17, ?, '1989-01-02', 10, '1989-01-02', '1990-01-02')
                        """).params(learner, season).update();
    }

    private List<String> key(long season) {
        return index(season, "PRIMARY");
    }

    private List<String> index(long season, String name) {
        return jdbc.sql("""
                        SELECT column_name FROM information_schema.statistics
                         WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ?
                         ORDER BY seq_in_index
                        """)
                .params("points_record_" + season, name)
                .query((row, number) -> row.getString(1))
                .list();
    }

    private List<String> homes(long season) {
        return jdbc.sql("SELECT CONCAT(source_id, ' ', home_season) FROM points_record_%d ORDER BY source_id"
                        .formatted(season))
                .query((row, number) -> row.getString(1))
                .list();
    }

    private List<String> sums(long season) {
        return jdbc.sql("""
                        SELECT CONCAT(learners, ' learners, ', points, ' points, last changed ', DATE(changed_at))
                          FROM points_sum WHERE season_id = ?
                        """)
                .param(season)
                .query((row, number) -> row.getString(1))
                .list();
    }

    @AfterEach
    void remove() {
        for (long season : List.of(OLD, SEALED, NEW)) {
            jdbc.sql("DELETE FROM season WHERE id = ?").param(season).update();
            jdbc.sql("DELETE FROM points_late WHERE season = ?").param(season).update();
            jdbc.sql("DELETE FROM points_sum WHERE season_id = ?").param(season).update();
            List.of("points_record_", "points_total_", "points_board_", "season_history_")
                    .forEach(table ->
                            jdbc.sql("DROP TABLE IF EXISTS " + table + season).update());
        }
    }
}
