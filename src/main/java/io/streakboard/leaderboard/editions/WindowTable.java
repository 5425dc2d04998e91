package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The windows of sliding boards in the table {@code board_edition}: rows that name their series. */
@Repository
class WindowTable {

    private final JdbcClient jdbc;
    private final EditionTable editions;

    WindowTable(JdbcClient jdbc, EditionTable editions) {
        this.jdbc = jdbc;
        this.editions = editions;
    }

    /** Fails if the window exists. */
    void insert(StoredEdition series, Period window, Instant now) {
        var partition = Objects.requireNonNullElse(series.partition(), "");
        editions.insert(
                series.board().name(),
                window,
                partition,
                editions.newest(series.board().name(), window.key(), partition)
                        .map(row -> row.version() + 1)
                        .orElse(1),
                Objects.requireNonNull(window.endsAt()).plus(series.board().retention()),
                now,
                series.id());
    }

    /** Closes the windows of a series that have ended. */
    void close(long series, Instant now) {
        jdbc.sql("UPDATE board_edition SET closed_at = :now WHERE series_id = :series AND ends_at <= :now")
                .param("now", Utc.column(now))
                .param("series", series)
                .update();
    }

    /** The windows of a series, oldest first. */
    List<EditionRow> of(long series) {
        return editions.rows("series_id = ? AND removed_at IS NULL ORDER BY ends_at", series);
    }

    /** An edition and its windows, if it is a series. */
    List<Long> withSeries(long id) {
        return jdbc.sql("SELECT id FROM board_edition WHERE id = :id OR series_id = :id")
                .param("id", id)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /** Stops the windows of series that have not ended from taking scores. */
    void replace(Collection<Long> series, Instant keptUntil, Instant now) {
        jdbc.sql("""
                        UPDATE board_edition SET replaced_at = :now, kept_until = :keptUntil
                         WHERE series_id IN (:series) AND ends_at > :now AND replaced_at IS NULL AND removed_at IS NULL
                        """)
                .param("now", Utc.column(now))
                .param("keptUntil", Utc.column(keptUntil))
                .param("series", series)
                .update();
    }

    void deleteWithSeries(long series) {
        jdbc.sql("DELETE FROM board_edition WHERE id = :series OR series_id = :series")
                .param("series", series)
                .update();
    }
}
