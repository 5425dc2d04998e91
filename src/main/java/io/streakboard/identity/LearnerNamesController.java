package io.streakboard.identity;

import io.streakboard.web.LearnerId;
import io.streakboard.web.LearnerKey;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.streakboard.web.ViolationCode;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/** Names and avatars from the platform. */
@RestController
@ForServices
@Refuses("learner-key-taken")
class LearnerNamesController {

    /** @param avatar the https address of a picture, without user and fragment; null for none */
    record LearnerName(
            @NotNull
            @Positive
            @JsonDeserialize(using = LearnerId.class)
            @JsonSerialize(using = LearnerKey.NumberWriter.class)
            Long id,

            @NotNull @Schema(minLength = 1, maxLength = LearnerProfile.LONGEST_NAME)
            String name,

            @Nullable @Schema(maxLength = LearnerProfile.LONGEST_AVATAR)
            String avatar) {}

    record LearnerNameBatch(@NotEmpty @Size(max = 1000) List<@NotNull @Valid LearnerName> learners) {}

    /**
     * @param set number of learners whose names were set
     * @param deleted the learners left out because they are deleted
     */
    record NamesSet(
            int set,

            @JsonSerialize(contentUsing = LearnerKey.Writer.class)
            List<String> deleted) {}

    private final LearnerNames names;

    LearnerNamesController(LearnerNames names) {
        this.names = names;
    }

    /**
     * Sets names and avatars. Also for learners who have never called, so that a board has names after an import. If a
     * learner comes twice, the later entry wins.
     */
    @PutMapping("/api/learners")
    NamesSet set(@Valid @RequestBody LearnerNameBatch batch) {
        var profiles = new HashMap<Long, LearnerProfile>();
        for (int i = 0; i < batch.learners().size(); i++) {
            var learner = batch.learners().get(i);
            var prefix = "learners[" + i + "].";
            LearnerProfile.violation(learner.name(), learner.avatar()).ifPresent(violation -> {
                throw Problem.invalid(violation.at(prefix + violation.field()));
            });
            profiles.put(learner.id(), new LearnerProfile(learner.name(), learner.avatar(), true));
        }
        var refused = names.set(profiles);
        if (refused.containsValue(ViolationCode.LEARNER_KEY_TAKEN)) {
            throw LearnerKeys.taken();
        }
        return new NamesSet(
                profiles.size() - refused.size(),
                refused.keySet().stream().sorted().map(String::valueOf).toList());
    }
}
