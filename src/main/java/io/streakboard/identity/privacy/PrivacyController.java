package io.streakboard.identity.privacy;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What others see of the learner who calls. */
@RestController
@RequestMapping("/api/me/privacy")
@ForLearners
class PrivacyController {

    /** @param board {@code shown}, {@code number} or {@code hidden} */
    record PrivacyChange(@NotNull String board) {}

    /**
     * @param choice whether learners may choose here
     * @param changeableAt from when on the learner may choose anew; null if that is now
     */
    record LearnersPrivacy(
            Visibility board, boolean choice, @Nullable Instant changeableAt) {}

    private final LearnerPrivacy privacy;
    private final PrivacyProperties properties;
    private final BusinessTime time;

    PrivacyController(LearnerPrivacy privacy, PrivacyProperties properties, BusinessTime time) {
        this.privacy = privacy;
        this.properties = properties;
        this.time = time;
    }

    /** What others see of the learner on boards. Chosen by the learner, or the default. */
    @GetMapping
    LearnersPrivacy read(CurrentLearner learner) {
        return view(privacy.choice(learner.id()));
    }

    /** Chooses what others see of the learner on boards. The same again changes nothing; else a choice stays for days. */
    @Refuses("privacy-not-changeable")
    @PutMapping
    LearnersPrivacy choose(CurrentLearner learner, @Valid @RequestBody PrivacyChange change) {
        var board = Visibility.of(change.board()).orElseThrow(() -> Problem.noneOf("board", Visibility.texts()));
        return view(privacy.choose(learner.id(), board));
    }

    private LearnersPrivacy view(PrivacyChoice choice) {
        return new LearnersPrivacy(
                choice.board(),
                properties.choice(),
                choice.changeableAt(time.now(), properties.lock()).orElse(null));
    }
}
