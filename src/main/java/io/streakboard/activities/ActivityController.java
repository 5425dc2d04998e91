package io.streakboard.activities;

import io.streakboard.identity.ForServices;
import io.streakboard.points.Outcome;
import io.streakboard.points.SourceTitles;
import io.streakboard.web.LearnerId;
import io.streakboard.web.LearnerKey;
import io.streakboard.web.Refuses;
import io.streakboard.web.Violation;
import io.swagger.v3.oas.annotations.media.Schema;
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
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** Activities from services outside the process. */
@RestController
@ForServices
class ActivityController {

    /** @param title of the source, for people; the last one wins. Absent: the former one stays */
    record ReportedActivity(
            @NotNull @JsonDeserialize(using = LearnerId.class) @JsonSerialize(using = LearnerKey.NumberWriter.class)
            Long learner,

            @NotNull String type,
            @NotNull String sourceId,
            @NotNull Instant occurredAt,

            @Nullable @Schema(minLength = 1, maxLength = SourceTitles.LONGEST)
            String title) {}

    record ActivityBatch(@NotEmpty @Size(max = 1000) List<@NotNull @Valid ReportedActivity> activities) {}

    /**
     * @param points the points paid
     * @param detail why it was not paid in full, in English
     * @param reasons the same for programs
     */
    record ActivityVerdict(
            int index,
            Outcome outcome,
            int points,
            @Nullable String detail,
            List<Violation> reasons) {}

    record ActivityVerdicts(List<ActivityVerdict> results) {}

    private final Activities activities;

    ActivityController(Activities activities) {
        this.activities = activities;
    }

    /**
     * Takes activities. Returns a result for each, in the same order. An activity that was counted before is a
     * {@code DUPLICATE}. After a 503 send the batch again.
     */
    @Refuses({"not-replicated", "clock-behind"})
    @PostMapping("/api/activities")
    ActivityVerdicts take(@Valid @RequestBody ActivityBatch batch) {
        var results = activities.take(batch.activities().stream()
                .map(item ->
                        new Activity(item.learner(), item.type(), item.sourceId(), item.occurredAt(), item.title()))
                .toList());
        return new ActivityVerdicts(IntStream.range(0, results.size())
                .mapToObj(index -> {
                    var result = results.get(index);
                    return new ActivityVerdict(
                            index, result.outcome(), result.points(), result.detail(), result.reasons());
                })
                .toList());
    }
}
