package io.streakboard.identity.privacy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.ForLearners;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The visibility settings of the learner who calls. */
@RestController
@RequestMapping("/api/me/privacy")
@ForLearners
class PrivacyController {

    /** A change of a learner's settings. */
    static final class PrivacyChange { // a record could not tell a pause that is to end from one that is to stay

        /** {@code shown}, {@code number} or {@code hidden}; left out to keep it. */
        @JsonProperty
        private @Nullable String board;

        private @Nullable Optional<LocalDate> pausedUntil;

        @JsonProperty
        @Schema(
                types = {"string", "null"},
                format = "date",
                description = "The day on which the learner is back; null to end a pause, left out to keep it.")
        void setPausedUntil(@Nullable LocalDate day) {
            pausedUntil = Optional.ofNullable(day);
        }
    }

    /**
     * @param choice whether learners may choose here
     * @param changeableAt the time of the next possible choice; null if that is now
     * @param pausedUntil the day on which the learner is back from a pause; null if there is none
     * @param hiddenUntil the day from which boards show the learner as chosen again; null if no pause hides the learner
     * @param pauseDaysLeft how many more days of this year the learner can pause
     */
    record LearnersPrivacy(
            Visibility board,
            boolean choice,
            @Nullable Instant changeableAt,
            @Nullable LocalDate pausedUntil,
            @Nullable LocalDate hiddenUntil,
            int pauseDaysLeft) {}

    private final LearnerPrivacy privacy;
    private final LearnerPauses pauses;
    private final PrivacyProperties properties;
    private final PrivacyLock lock;
    private final DeletedLearners deleted;

    PrivacyController(
            LearnerPrivacy privacy,
            LearnerPauses pauses,
            PrivacyProperties properties,
            PrivacyLock lock,
            DeletedLearners deleted) {
        this.deleted = deleted;
        this.privacy = privacy;
        this.pauses = pauses;
        this.properties = properties;
        this.lock = lock;
    }

    /** The learner's visibility on boards, and pause. */
    @GetMapping
    LearnersPrivacy read(CurrentLearner learner) {
        var choice = privacy.choice(learner.id());
        var paused = pauses.stored(learner.id());
        return new LearnersPrivacy(
                choice.board(),
                properties.choice(),
                lock.changeableAt(choice, paused).orElse(null),
                pauses.until(paused).orElse(null),
                pauses.hiddenUntil(paused).orElse(null),
                pauses.daysLeft(paused));
    }

    /**
     * Sets the learner's visibility on boards, or pauses from today on: the streak goes on over paused days, and boards
     * hide the learner. Repeating it changes nothing. A choice stays for days; a pause can end at any time, but boards
     * hide the learner as long as a choice stays.
     */
    @Refuses({"privacy-not-changeable", "pause-not-allowed"})
    @PutMapping
    LearnersPrivacy choose(CurrentLearner learner, @RequestBody PrivacyChange change) {
        if (change.board == null && change.pausedUntil == null) {
            throw Problem.invalid("board", "is required, or 'pausedUntil'", "required");
        }
        deleted.requireAccepted(learner.id());
        privacy.change(learner.id(), visibility(change.board), change.pausedUntil);
        return read(learner);
    }

    private static @Nullable Visibility visibility(@Nullable String board) {
        return board == null
                ? null
                : Visibility.of(board).orElseThrow(() -> Problem.noneOf("board", Visibility.texts()));
    }
}
