package io.streakboard.identity.privacy;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.web.Refuses;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Pauses that admins set for learners. */
@RestController
@ForAdmins
class PauseController {

    /**
     * @param until the day on which the learner is back; null to end the pause
     * @param reason for the audit trail
     */
    record PauseToSet(
            @Nullable LocalDate until,
            @NotBlank @Size(max = 200) String reason) {}

    /** @param until the day on which the learner is back; null if there is no pause */
    record PauseSet(@Nullable LocalDate until) {}

    private final LearnerPrivacy privacy;
    private final LearnerPauses pauses;
    private final DeletedLearners deleted;
    private final LearnerKeys keys;

    PauseController(LearnerPrivacy privacy, LearnerPauses pauses, DeletedLearners deleted, LearnerKeys keys) {
        this.privacy = privacy;
        this.pauses = pauses;
        this.deleted = deleted;
        this.keys = keys;
    }

    /**
     * Pauses a learner from today on, or ends the pause: the streak goes on over paused days, and boards hide the
     * learner. The learner's own limits of pauses hold. Repeating it changes nothing.
     */
    @Refuses({"pause-not-allowed", "learner-key-taken"})
    @PutMapping("/api/learners/{id}/pause")
    PauseSet pause(@PathVariable String id, @Valid @RequestBody PauseToSet request) {
        long learner = keys.named("learner", id);
        deleted.requireAccepted(learner);
        privacy.change(learner, null, Optional.ofNullable(request.until()));
        return new PauseSet(pauses.until(pauses.stored(learner)).orElse(null));
    }
}
