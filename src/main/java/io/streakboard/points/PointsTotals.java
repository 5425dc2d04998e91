package io.streakboard.points;

import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** The totals of each season: what boards are built from and proven against. */
@Service
public class PointsTotals {

    /**
     * @param learners how many learners have points
     * @param points the sum of their points
     */
    public record Sum(long learners, long points) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate streaming;

    PointsTotals(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.streaming = new JdbcTemplate(dataSource);
        this.streaming.setFetchSize(Integer.MIN_VALUE); // Connector/J: row by row, in constant memory
    }

    /** The season's table, for those who compare theirs with it: {@code user_id}, {@code points}, {@code reached_at}. */
    public static String table(long season) {
        return TotalsTable.name(season);
    }

    public Sum sum(long season) {
        return jdbc.sql("SELECT COUNT(*) AS learners, COALESCE(SUM(points), 0) AS points FROM %s WHERE points > 0"
                        .formatted(TotalsTable.name(season)))
                .query(Sum.class)
                .single();
    }

    public Optional<Total> of(long season, long learner) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id = ?".formatted(TotalsTable.name(season)))
                .param(learner)
                .query((row, number) -> TotalsTable.total(row))
                .optional();
    }

    /** The totals of those learners that have one, in no order. */
    public List<Total> of(long season, Collection<Long> learners) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id IN (:learners)".formatted(TotalsTable.name(season)))
                .param("learners", learners)
                .query((row, number) -> TotalsTable.total(row))
                .list();
    }

    /** Whether no total of the season has changed since an instant. */
    public boolean quietSince(long season, Instant instant) {
        return jdbc.sql("SELECT 1 FROM %s WHERE updated_at > ? LIMIT 1".formatted(TotalsTable.name(season)))
                .param(Utc.column(instant))
                .query(Integer.class)
                .optional()
                .isEmpty();
    }

    /** All learners of a season that have a total, in the order of their ids, one at a time in constant memory. */
    public void forEach(long season, Consumer<Total> consumer) {
        streaming.query("SELECT * FROM %s ORDER BY user_id".formatted(TotalsTable.name(season)), row -> {
            consumer.accept(TotalsTable.total(row));
        });
    }
}
