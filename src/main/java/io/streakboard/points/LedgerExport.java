package io.streakboard.points;

import io.streakboard.season.Season;
import io.streakboard.time.Utc;
import io.streakboard.web.CsvDownload;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The ledger and the totals of a season as files, in the order of their keys. */
@Component
class LedgerExport {

    private static final int ROWS = 5_000;

    record LedgerRow(
            long learner,
            String type,
            String sourceId,
            long homeSeason,
            String day,
            int points,
            String outcome,
            @Nullable String reason,
            Instant occurredAt,
            Instant recordedAt) {}

    private final JdbcClient jdbc;

    LedgerExport(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    CsvDownload<LedgerRow> records(Season season) {
        requireLedger(season);
        return new CsvDownload<>(
                "records-" + season.name() + ".csv",
                List.of(
                        "user_id",
                        "type",
                        "source_id",
                        "day",
                        "points",
                        "outcome",
                        "reason",
                        "occurred_at",
                        "recorded_at"),
                after -> records(season.id(), after),
                row -> Arrays.asList(
                        row.learner(),
                        row.type(),
                        row.sourceId(),
                        row.day(),
                        row.points(),
                        row.outcome(),
                        row.reason(),
                        row.occurredAt(),
                        row.recordedAt()));
    }

    /** The first comparison lets the key be used, which it is not for the rest. */
    private List<LedgerRow> records(long season, @Nullable LedgerRow after) {
        return jdbc.sql("""
                        SELECT * FROM %s
                         WHERE user_id >= :learner
                           AND (user_id > :learner OR type > :type OR type = :type AND (source_id > :sourceId
                               OR source_id = :sourceId AND home_season > :homeSeason))
                         ORDER BY user_id, type, source_id, home_season LIMIT :rows
                        """.formatted(LedgerTable.name(season)))
                .param("learner", after == null ? Long.MIN_VALUE : after.learner())
                .param("type", after == null ? "" : after.type())
                .param("sourceId", after == null ? "" : after.sourceId())
                .param("homeSeason", after == null ? 0 : after.homeSeason())
                .param("rows", ROWS)
                .query((row, number) -> new LedgerRow(
                        row.getLong("user_id"),
                        row.getString("type"),
                        row.getString("source_id"),
                        row.getLong("home_season"),
                        row.getString("day"),
                        row.getInt("points"),
                        row.getString("outcome"),
                        row.getString("reason"),
                        Utc.instant(row.getObject("occurred_at", LocalDateTime.class)),
                        Utc.instant(row.getObject("recorded_at", LocalDateTime.class))))
                .list();
    }

    CsvDownload<Total> totals(Season season) {
        requireLedger(season);
        return new CsvDownload<>(
                "totals-" + season.name() + ".csv",
                List.of("user_id", "points", "reached_at", "corrections"),
                after -> totals(season.id(), after == null ? Long.MIN_VALUE : after.learner()),
                total -> Arrays.asList(total.learner(), total.points(), total.reachedAt(), total.corrections()));
    }

    private List<Total> totals(long season, long after) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id > ? ORDER BY user_id LIMIT ?"
                        .formatted(TotalsTable.name(season)))
                .params(after, ROWS)
                .query((row, number) -> TotalsTable.total(row))
                .list();
    }

    private static void requireLedger(Season season) {
        if (season.expired()) {
            throw LedgerExpired.of(season);
        }
    }
}
