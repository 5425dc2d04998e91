package io.streakboard.points;

import io.streakboard.points.ledger.LedgerTransactions;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import io.streakboard.web.Cursor;
import io.streakboard.web.Problem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Points granted or deducted by admins, table {@code points_adjustment}: each request counts once. */
@Component
public class Adjustments {

    private static final int LONGEST_ADMIN = 255;

    /** @param points the points asked for, negative for a deduction */
    record Request(long learner, int points, String reason, String requestId, String admin) {

        Request {
            if (admin.length() > LONGEST_ADMIN) {
                throw Problem.invalid(
                        "sub",
                        "the token's subject must have at most " + LONGEST_ADMIN + " characters",
                        "size",
                        Map.of("min", 0, "max", LONGEST_ADMIN));
            }
        }

        boolean repeats(Request earlier) {
            return learner == earlier.learner && points == earlier.points && reason.equals(earlier.reason);
        }

        @Override
        public String toString() {
            return "%d points, '%s'".formatted(points, reason); // without the learner, whose id no answer has
        }
    }

    /**
     * @param points the points granted or deducted; a deduction takes at most the learner's points
     * @param repeated whether an earlier call with this request id made it
     */
    record Adjustment(Request request, int points, String season, Instant madeAt, boolean repeated) {

        AdjustmentPosition position() {
            return new AdjustmentPosition(madeAt, request.requestId());
        }
    }

    /** The position of an adjustment in the list. */
    record AdjustmentPosition(Instant madeAt, String requestId) {

        static final AdjustmentPosition NEWEST = new AdjustmentPosition(Instant.parse("9999-12-30T00:00:00Z"), "");

        String cursor() {
            return Cursor.of(madeAt, requestId);
        }

        static AdjustmentPosition at(String cursor) {
            return Cursor.read(cursor, 2, fields -> new AdjustmentPosition(Utc.parse(fields.get(0)), fields.get(1)));
        }
    }

    private final JdbcClient jdbc;
    private final PointsLedger ledger;
    private final PointsTotals totals;
    private final LedgerTransactions transactions;
    private final Seasons seasons;
    private final BusinessTime time;

    Adjustments(
            JdbcClient jdbc,
            PointsLedger ledger,
            PointsTotals totals,
            LedgerTransactions transactions,
            Seasons seasons,
            BusinessTime time) {
        this.totals = totals;
        this.jdbc = jdbc;
        this.ledger = ledger;
        this.transactions = transactions;
        this.seasons = seasons;
        this.time = time;
    }

    /** Takes all points of the current season from a learner; does nothing if there are none. */
    public void takeAll(long learner, String reason, String admin) {
        transactions.execute(() -> {
            int points = Math.toIntExact(totals.of(seasons.current().id(), learner)
                    .map(Total::points)
                    .orElse(0L));
            if (points > 0) {
                make(new Request(learner, -points, reason, "remove-" + UUID.randomUUID(), admin));
            }
            return points;
        });
    }

    Adjustment adjust(Request request) {
        return transactions.execute(() -> earlier(request).orElseGet(() -> make(request)));
    }

    private Optional<Adjustment> earlier(Request request) {
        var earlier = jdbc.sql("SELECT * FROM points_adjustment WHERE request_id = ?")
                .param(request.requestId())
                .query((row, number) -> made(row))
                .optional();
        if (earlier.isPresent() && !request.repeats(earlier.get().request())) {
            throw Problem.of(
                    HttpStatus.CONFLICT,
                    "request-id-taken",
                    "requestId: '%s' was used for another adjustment, %s"
                            .formatted(request.requestId(), earlier.get().request()));
        }
        return earlier;
    }

    private Adjustment made(ResultSet row) throws SQLException {
        return new Adjustment(
                new Request(
                        row.getLong("user_id"),
                        row.getInt("requested"),
                        row.getString("reason"),
                        row.getString("request_id"),
                        row.getString("admin")),
                row.getInt("points"),
                seasons.byId(row.getLong("season")).name(),
                Utc.instant(row, "made_at"),
                true);
    }

    /**
     * Adjustments by admins, newest first.
     *
     * @param learner null for all learners
     * @param admin null for all admins
     */
    List<Adjustment> newestFirst(@Nullable Long learner, @Nullable String admin, AdjustmentPosition after, int limit) {
        return jdbc.sql("""
                        SELECT * FROM points_adjustment
                         WHERE (made_at < :madeAt OR made_at = :madeAt AND request_id < :requestId)
                           AND (:learner IS NULL OR user_id = :learner) AND (:admin IS NULL OR admin = :admin)
                         ORDER BY made_at DESC, request_id DESC LIMIT :limit
                        """)
                .param("madeAt", Utc.column(after.madeAt()))
                .param("requestId", after.requestId())
                .param("learner", learner)
                .param("admin", admin)
                .param("limit", limit)
                .query((row, number) -> made(row))
                .list();
    }

    private Adjustment make(Request request) {
        var now = time.now();
        var posting = ledger.posting(
                new Claim(request.learner(), Claim.ADJUSTMENT, request.requestId(), now, request.points()));
        var season = seasons.byId(posting.season());
        int points = ledger.adjust(posting, request.reason()).points();
        jdbc.sql("""
                        INSERT INTO points_adjustment
                            (request_id, user_id, season, requested, points, reason, admin, made_at)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """)
                .params(
                        request.requestId(),
                        request.learner(),
                        season.id(),
                        request.points(),
                        points,
                        request.reason(),
                        request.admin(),
                        Utc.column(now))
                .update();
        return new Adjustment(request, points, season.name(), now, false);
    }

    void delete(long learner) {
        jdbc.sql("DELETE FROM points_adjustment WHERE user_id = ?")
                .param(learner)
                .update();
    }
}
