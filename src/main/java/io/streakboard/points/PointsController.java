package io.streakboard.points;

import io.streakboard.identity.CurrentLearner;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A learner's own points. */
@RestController
@RequestMapping("/api/points")
class PointsController {

    record OfType(String type, int points, @Nullable Integer cap) {}

    record Today(LocalDate day, int total, List<OfType> types) {}

    record Item(
            String type,
            int points,
            String sourceId,
            Instant occurredAt,
            String season,
            Outcome outcome,
            @Nullable String reason) {}

    record Items(List<Item> items, @Nullable String next) {}

    private final PointsHistory history;
    private final PointsTypes types;

    PointsController(PointsHistory history, PointsTypes types) {
        this.history = history;
        this.types = types;
    }

    @GetMapping("/today")
    Today today(CurrentLearner learner) {
        var points = history.today(learner.id());
        var ofTypes = types.all().stream()
                .map(type -> new OfType(type.code(), points.getOrDefault(type.code(), 0), type.dailyCap()))
                .toList();
        return new Today(
                history.today(),
                points.values().stream().mapToInt(Integer::intValue).sum(),
                ofTypes);
    }

    @GetMapping("/records")
    Items records(
            CurrentLearner learner,
            @RequestParam(required = false) @Nullable String type,
            @RequestParam(required = false) @Nullable LocalDate from,
            @RequestParam(required = false) @Nullable LocalDate to,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        var entries = history.page(
                learner.id(),
                new PointsHistory.Filter(type, from, to),
                cursor == null ? null : Cursor.decode(cursor),
                limit + 1);
        var page = entries.stream().limit(limit).toList();
        return new Items(
                page.stream()
                        .map(entry -> new Item(
                                entry.type(),
                                entry.points(),
                                entry.sourceId(),
                                entry.occurredAt(),
                                entry.season().name(),
                                entry.outcome(),
                                entry.reason()))
                        .toList(),
                entries.size() > limit ? Cursor.after(page.getLast()).encode() : null);
    }
}
