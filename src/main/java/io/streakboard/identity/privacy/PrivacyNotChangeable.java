package io.streakboard.identity.privacy;

import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** A learner cannot change the visibility now, or at all. */
class PrivacyNotChangeable extends Problem {

    private PrivacyNotChangeable(String detail) {
        super(HttpStatus.CONFLICT, "privacy-not-changeable", detail);
    }

    static Problem until(Instant end) {
        return new PrivacyNotChangeable("You changed this recently. You can change it again at " + end)
                .coded("locked", Map.of("changeableAt", end));
    }

    static Problem atAll(Visibility usual) {
        return new PrivacyNotChangeable("Learners cannot choose their visibility here")
                .coded("no-choice", Map.of("board", usual));
    }
}
