package io.streakboard.points;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Activities from services outside the process. */
@RestController
class ActivityController {

    record Item(
            @NotNull Long learner,
            @NotNull String type,
            @NotNull String sourceId,
            @NotNull Instant occurredAt) {}

    record Batch(@NotEmpty @Size(max = 1000) List<@NotNull @Valid Item> activities) {}

    record Result(
            int index,
            Outcome outcome,
            int points,
            @Nullable String detail) {}

    record Results(List<Result> results) {}

    private final Activities activities;

    ActivityController(Activities activities) {
        this.activities = activities;
    }

    @PostMapping("/api/activities")
    Results take(@Valid @RequestBody Batch batch) {
        var results = activities.take(batch.activities().stream()
                .map(item -> new Activity(item.learner(), item.type(), item.sourceId(), item.occurredAt()))
                .toList());
        return new Results(IntStream.range(0, results.size())
                .mapToObj(index -> {
                    var result = results.get(index);
                    return new Result(index, result.outcome(), result.points(), result.detail());
                })
                .toList());
    }
}
