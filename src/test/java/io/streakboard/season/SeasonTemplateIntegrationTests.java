package io.streakboard.season;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.IntegrationTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class SeasonTemplateIntegrationTests {

    private static final long SEASON = 1_900_003;

    private final SeasonTemplate template;
    private final JdbcClient jdbc;

    SeasonTemplateIntegrationTests(SeasonTemplate template, JdbcClient jdbc) {
        this.template = template;
        this.jdbc = jdbc;
    }

    /** An instance died while it made the tables, and another goes on. */
    @Test
    void tablesThatWereMadeInPartAreCompleted() {
        template.create(SEASON);
        jdbc.sql("DROP TABLE points_total_" + SEASON).update();
        jdbc.sql("UPDATE season_history_%d SET success = FALSE".formatted(SEASON))
                .update();

        template.create(SEASON);
        template.create(SEASON);

        assertThat(jdbc.sql("SELECT COUNT(*) FROM points_total_" + SEASON)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @AfterEach
    void remove() {
        for (var table : new String[] {"points_record_", "points_total_", "points_board_", "season_history_"}) {
            jdbc.sql("DROP TABLE IF EXISTS " + table + SEASON).update();
        }
    }
}
