package io.streakboard.points;

import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.points.Adjustments.Adjustment;
import io.streakboard.points.Adjustments.AdjustmentPosition;
import io.streakboard.points.Adjustments.Request;
import io.streakboard.web.CursorPage;
import io.streakboard.web.LearnerId;
import io.streakboard.web.LearnerKey;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.streakboard.web.Text;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

@RestController
@ForAdmins
@Refuses("learner-key-taken")
class AdjustmentController {

    private static final int MOST = 1_000_000;

    record AdjustmentRequest(
            @NotNull
            @Positive
            @JsonDeserialize(using = LearnerId.class)
            @JsonSerialize(using = LearnerKey.NumberWriter.class)
            Long learner,

            @NotNull @Min(-MOST) @Max(MOST) Integer points,
            @NotBlank @Size(max = 200) String reason,

            @NotNull
            @Size(max = 100)
            @Pattern(
                    regexp = "\\S(.*\\S)?",
                    message = "must not be blank, nor begin or end with a blank") // keys ignore trailing blanks
            String requestId) {}

    /**
     * @param requested the requested points
     * @param points the points granted or deducted; a deduction takes at most the learner's points
     */
    record Adjusted(@LearnerKey String learner, int requested, int points, String season) {}

    /** @param madeAt when it was made */
    record AdjustmentRecord(
            String requestId,
            @LearnerKey String learner,
            String season,
            int requested,
            int points,
            String reason,
            String admin,
            Instant madeAt) {

        static AdjustmentRecord of(Adjustment made) {
            var request = made.request();
            return new AdjustmentRecord(
                    request.requestId(),
                    Long.toString(request.learner()),
                    made.season(),
                    request.points(),
                    made.points(),
                    request.reason(),
                    request.admin(),
                    made.madeAt());
        }
    }

    /** @param next the cursor of the next page; null on the last */
    record AdjustmentsPage(
            List<AdjustmentRecord> items, @Nullable String next) {}

    private final Adjustments adjustments;
    private final LearnerKeys keys;

    AdjustmentController(Adjustments adjustments, LearnerKeys keys) {
        this.keys = keys;
        this.adjustments = adjustments;
    }

    /**
     * Grants or deducts points. They count in the current season, without a cap, and the learner can read the reason.
     * The same request id counts once.
     */
    @Refuses("request-id-taken")
    @ApiResponse(responseCode = "201", description = "Granted or deducted", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "Already made; the original answer", useReturnTypeSchema = true)
    @PostMapping("/api/points/adjustments")
    ResponseEntity<Adjusted> adjust(@Valid @RequestBody AdjustmentRequest request, Principal admin) {
        if (request.points() == 0) {
            throw Problem.invalid("points", "must not be 0", "zero");
        }
        whole("reason", request.reason());
        whole("requestId", request.requestId());
        var adjustment = adjustments.adjust(new Request(
                request.learner(), request.points(), request.reason(), request.requestId(), admin.getName()));
        return ResponseEntity.status(adjustment.repeated() ? HttpStatus.OK : HttpStatus.CREATED)
                .body(new Adjusted(
                        request.learner().toString(), request.points(), adjustment.points(), adjustment.season()));
    }

    /**
     * The adjustments by admins, newest first. Adjustments of deleted learners are gone.
     *
     * @param learner only of this learner
     * @param admin only by this admin
     */
    @ForAdmins(reveals = true)
    @GetMapping("/api/points/adjustments")
    AdjustmentsPage adjustments(
            @RequestParam(required = false) @Nullable String learner,
            @RequestParam(required = false) @Nullable String admin,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        var made = adjustments.newestFirst(
                learner == null || learner.isEmpty() ? null : keys.named("learner", learner),
                Text.filled(admin),
                cursor == null || cursor.isEmpty() ? AdjustmentPosition.NEWEST : AdjustmentPosition.at(cursor),
                limit + 1);
        keys.load(made.stream().map(each -> each.request().learner()).toList());
        var page = CursorPage.of(made, limit, last -> last.position().cursor());
        return new AdjustmentsPage(page.map(AdjustmentRecord::of), page.next());
    }

    private static void whole(String field, String text) {
        if (!Text.isWhole(text)) {
            throw Problem.invalid(field, Text.HALF, "half-a-character");
        }
    }
}
