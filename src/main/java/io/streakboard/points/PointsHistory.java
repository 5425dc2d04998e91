package io.streakboard.points;

import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What a learner got points for, and what not, read from the ledgers. */
@Component
class PointsHistory {

    record Filter(
            @Nullable String type,
            @Nullable LocalDate from,
            @Nullable LocalDate to) {

        Filter {
            check("from", from);
            check("to", to);
        }

        private static void check(String field, @Nullable LocalDate day) {
            if (day != null && (day.getYear() < 0 || day.getYear() > 9999)) {
                throw Problem.invalid(field, "must have a year of four digits");
            }
        }
    }

    record Entry(
            Season season,
            String type,
            String sourceId,
            int points,
            Outcome outcome,
            @Nullable String reason,
            Instant occurredAt) {}

    private final JdbcClient jdbc;
    private final Seasons seasons;
    private final BusinessTime time;

    PointsHistory(JdbcClient jdbc, Seasons seasons, BusinessTime time) {
        this.jdbc = jdbc;
        this.seasons = seasons;
        this.time = time;
    }

    LocalDate today() {
        return time.today();
    }

    /** The points of each type that a learner has got today. */
    Map<String, Integer> today(long learner) {
        var points = new HashMap<String, Integer>();
        jdbc.sql("SELECT type, SUM(points) AS points FROM %s WHERE user_id = ? AND day = ? GROUP BY type"
                        .formatted(LedgerTable.name(seasons.current().id())))
                .params(learner, time.today())
                .query(row -> {
                    points.put(row.getString("type"), row.getInt("points"));
                });
        return points;
    }

    /** The learner's ledger rows, newest first: seasons from the latest back, within each by time. Expired seasons have none. */
    List<Entry> page(long learner, Filter filter, @Nullable Cursor after, int limit) {
        var page = new ArrayList<Entry>();
        for (var season : seasons.newestFirst()) {
            if (page.size() == limit || isBefore(filter.from(), season)) {
                break;
            }
            if (!season.expired() && (after == null || !season.startsAt().isAfter(after.seasonStart()))) {
                var within = after != null && season.startsAt().equals(after.seasonStart()) ? after : null;
                page.addAll(rows(season, learner, filter, within, limit - page.size()));
            }
        }
        return page;
    }

    /** A season that ended before a day has nothing of that day: what is late goes to later seasons. */
    private boolean isBefore(@Nullable LocalDate from, Season season) {
        return from != null && !season.endsAt().isAfter(time.startOf(from));
    }

    private List<Entry> rows(Season season, long learner, Filter filter, @Nullable Cursor after, int limit) {
        var sql =
                new StringBuilder("SELECT * FROM %s WHERE user_id = :learner".formatted(LedgerTable.name(season.id())));
        if (filter.type() != null) {
            sql.append(" AND type = :type");
        }
        if (filter.from() != null) {
            sql.append(" AND day >= :from");
        }
        if (filter.to() != null) {
            sql.append(" AND day <= :to");
        }
        if (after != null) {
            sql.append(" AND (occurred_at, type, source_id) < (:occurredAt, :afterType, :afterSourceId)");
        }
        sql.append(" ORDER BY occurred_at DESC, type DESC, source_id DESC LIMIT :limit");
        return jdbc.sql(sql.toString())
                .param("learner", learner)
                .param("type", filter.type())
                .param("from", filter.from())
                .param("to", filter.to())
                .param("occurredAt", after == null ? null : Utc.column(after.occurredAt()))
                .param("afterType", after == null ? null : after.type())
                .param("afterSourceId", after == null ? null : after.sourceId())
                .param("limit", limit)
                .query((row, number) -> new Entry(
                        season,
                        row.getString("type"),
                        row.getString("source_id"),
                        row.getInt("points"),
                        Outcome.valueOf(row.getString("outcome")),
                        row.getString("reason"),
                        Utc.instant(row.getObject("occurred_at", LocalDateTime.class))))
                .list();
    }
}
