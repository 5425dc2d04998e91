package io.streakboard.points;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.points.PointsHistory.Filter;
import io.streakboard.points.PointsHistory.Found;
import io.streakboard.points.PointsHistory.Place;
import io.streakboard.web.CursorPage;
import io.streakboard.web.Mistake;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A learner's own ledger. */
@RestController
@ForLearners
class PointsController {

    /**
     * @param points what was paid; negative for a deduction
     * @param reason why it was not paid in full, in English, or what an admin wrote
     * @param reasons the same for programs
     */
    record PointsRecord(
            String type,
            int points,
            String sourceId,
            Instant occurredAt,
            String season,
            Outcome outcome,
            @Nullable String reason,
            List<Mistake> reasons) {

        static PointsRecord of(Found found) {
            var entry = found.entry();
            return new PointsRecord(
                    entry.type(),
                    entry.points(),
                    entry.sourceId(),
                    entry.occurredAt(),
                    found.season().name(),
                    Outcome.valueOf(entry.outcome()),
                    Mistake.text(entry.reasons()),
                    entry.reasons());
        }
    }

    /** @param next the cursor of the next page; null on the last */
    record RecordsPage(List<PointsRecord> items, @Nullable String next) {}

    private final PointsHistory history;

    PointsController(PointsHistory history) {
        this.history = history;
    }

    /**
     * The ledger of the learner, newest first. What was paid, what was not, and why.
     *
     * @param from the first day
     * @param to the last day
     */
    @GetMapping({"/api/points/records", "/api/learners/{learner}/points/records"})
    RecordsPage records(
            CurrentLearner learner,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable LocalDate from,
            @RequestParam(required = false) @Nullable LocalDate to,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        var found = history.page(
                learner.id(), new Filter(type, from, to), cursor == null ? null : Place.at(cursor), limit + 1);
        var page = CursorPage.of(found, limit, last -> last.place().cursor());
        return new RecordsPage(page.map(PointsRecord::of), page.next());
    }
}
