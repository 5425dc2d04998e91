package io.streakboard.points;

import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.points.PointsHistory.SeasonEntry;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.web.CsvDownload;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.streakboard.web.Violation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Downloads of the ledger and of the totals of a season, in the order of their keys. */
@RestController
@ForAdmins(reveals = true)
class LedgerExportController {

    private static final int ROWS = 5_000;

    private static final List<String> RECORD = List.of(
            "user_id",
            "type",
            "source_id",
            "day",
            "points",
            "outcome",
            "reason",
            "occurred_at",
            "recorded_at",
            "bonus",
            "bonus_title",
            "bonus_percent",
            "title");
    private static final List<String> TOTAL = List.of("user_id", "points", "reached_at", "corrections");

    private final PointsHistory history;
    private final PointsTotals totals;
    private final Seasons seasons;
    private final LearnerKeys keys;

    LedgerExportController(PointsHistory history, PointsTotals totals, Seasons seasons, LearnerKeys keys) {
        this.keys = keys;
        this.history = history;
        this.totals = totals;
        this.seasons = seasons;
    }

    /** Exports the ledger of a season. Rows are in the order of learners. */
    @Refuses({"season-not-found", "ledger-expired"})
    @ApiResponse(
            responseCode = "200",
            description = "user_id, type, source_id, day, points, outcome, reason, occurred_at, recorded_at, bonus,"
                    + " bonus_title, bonus_percent, title",
            content = @Content(mediaType = "text/csv", schema = @Schema(type = "string")))
    @GetMapping("/api/seasons/{season}/records.csv")
    void records(@PathVariable String season, HttpServletResponse response) {
        var found = find(season);
        var column = new LearnerColumn();
        new CsvDownload<SeasonEntry>(
                        "records-" + found.name() + ".csv",
                        RECORD,
                        after -> column.of(
                                history.inKeyOrder(found, after == null ? null : after.entry(), ROWS),
                                row -> row.entry().learner()),
                        row -> row(column.value(row.entry().learner()), row))
                .send(response);
    }

    private static List<@Nullable Object> row(Object learner, SeasonEntry row) {
        var entry = row.entry();
        var bonus = entry.bonus();
        return Arrays.asList(
                learner,
                entry.type(),
                entry.sourceId(),
                entry.day(),
                entry.points(),
                entry.outcome(),
                Violation.text(entry.reasons()),
                entry.occurredAt(),
                entry.recordedAt(),
                bonus == null ? null : bonus.name(),
                bonus == null ? null : bonus.title(),
                bonus == null ? null : bonus.percent(),
                row.title());
    }

    /** Exports the totals of a season. Rows are in the order of learners. */
    @Refuses({"season-not-found", "ledger-expired"})
    @ApiResponse(
            responseCode = "200",
            description = "user_id, points, reached_at, corrections",
            content = @Content(mediaType = "text/csv", schema = @Schema(type = "string")))
    @GetMapping("/api/seasons/{season}/totals.csv")
    void totals(@PathVariable String season, HttpServletResponse response) {
        var found = find(season);
        var column = new LearnerColumn();
        new CsvDownload<Total>(
                        "totals-" + found.name() + ".csv",
                        TOTAL,
                        after -> column.of(
                                totals.page(found.id(), after == null ? Long.MIN_VALUE : after.learner(), ROWS),
                                Total::learner),
                        total -> Arrays.asList(
                                column.value(total.learner()), total.points(), total.reachedAt(), total.corrections()))
                .send(response);
    }

    /** Learners of the page that is being written. */
    private class LearnerColumn {

        private LongFunction<Object> values = learner -> learner;

        <T> List<T> of(List<T> page, Function<T, Long> learner) {
            values = keys.columns(page.stream().map(learner).toList());
            return page;
        }

        Object value(long learner) {
            return values.apply(learner);
        }
    }

    private Season find(String key) {
        var season = seasons.find(key);
        if (season.expired()) {
            throw Problem.of(
                    HttpStatus.GONE,
                    "ledger-expired",
                    "The ledger of season " + season.name() + " has outlived its retention");
        }
        return season;
    }
}
