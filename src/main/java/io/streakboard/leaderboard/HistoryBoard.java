package io.streakboard.leaderboard;

import io.streakboard.season.Season;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The boards of settled seasons, tables {@code points_board_<season>}: the rank is the primary key. */
@Component
class HistoryBoard implements Board {

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    HistoryBoard(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    private static String name(long season) {
        return "points_board_" + season;
    }

    @Override
    public Page page(Season season, long offset, int size, long learner) {
        return new Page(
                Objects.requireNonNullElse(season.learners(), 0L),
                ranks(season, offset + 1, offset + size),
                standing(season, learner));
    }

    @Override
    public Page around(Season season, int radius, long learner) {
        var mine = standing(season, learner);
        return new Page(
                Objects.requireNonNullElse(season.learners(), 0L),
                mine == null ? List.of() : ranks(season, mine.rank() - radius, mine.rank() + radius),
                mine);
    }

    private List<Standing> ranks(Season season, long first, long last) {
        return jdbc.sql("SELECT * FROM %s WHERE id BETWEEN ? AND ? ORDER BY id".formatted(name(season.id())))
                .params(first, last)
                .query((row, number) -> standing(row))
                .list();
    }

    private @Nullable Standing standing(Season season, long learner) {
        return standings(season, List.of(learner)).stream().findFirst().orElse(null);
    }

    @Override
    public List<Standing> standings(Season season, Collection<Long> learners) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id IN (:learners) ORDER BY id".formatted(name(season.id())))
                .param("learners", learners)
                .query((row, number) -> standing(row))
                .list();
    }

    /** Empties the table of a season, before its first copy or after one that failed its proof. */
    void empty(long season) {
        jdbc.sql("TRUNCATE TABLE %s".formatted(name(season))).update();
    }

    /** Writes a stretch of ranks in place of whatever an earlier try has left there. */
    void write(long season, long first, long last, List<Standing> standings) {
        jdbc.sql("DELETE FROM %s WHERE id BETWEEN ? AND ?".formatted(name(season)))
                .params(first, last)
                .update();
        batches.batchUpdate(
                "INSERT INTO %s (id, user_id, points, reached_at) VALUES (?, ?, ?, ?)".formatted(name(season)),
                standings.stream()
                        .map(standing -> new Object[] {
                            standing.rank(), standing.learner(), standing.points(), Utc.column(standing.reachedAt())
                        })
                        .toList());
    }

    /** Builds the learners' key, once all ranks are written: in place from the start it would double the time. */
    void index(long season) {
        boolean indexed = jdbc.sql("""
                                SELECT COUNT(*) FROM information_schema.statistics
                                 WHERE table_schema = DATABASE() AND table_name = ? AND index_name = 'by_learner'
                                """).param(name(season)).query(Long.class).single() > 0;
        if (!indexed) {
            jdbc.sql("ALTER TABLE %s ADD UNIQUE KEY by_learner (user_id)".formatted(name(season)))
                    .update();
        }
    }

    /** How many ranks the table holds, the last of them, and the sum of the points. */
    record Content(long learners, long lastRank, long points) {}

    Content content(long season) {
        return jdbc.sql("""
                        SELECT COUNT(*) AS learners, COALESCE(MAX(id), 0) AS last_rank, COALESCE(SUM(points), 0) AS points
                          FROM %s
                        """.formatted(name(season))).query(Content.class).single();
    }

    private static Standing standing(ResultSet row) throws SQLException {
        return new Standing(
                row.getLong("id"),
                row.getLong("user_id"),
                row.getLong("points"),
                Utc.instant(row.getObject("reached_at", LocalDateTime.class)));
    }
}
