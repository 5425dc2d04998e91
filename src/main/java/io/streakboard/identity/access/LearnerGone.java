package io.streakboard.identity.access;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** The learner's data has been deleted, and the id is refused. */
class LearnerGone extends Problem {

    private LearnerGone(String detail) {
        super(HttpStatus.GONE, "learner-deleted", detail);
    }

    static LearnerGone of(long learner) {
        return new LearnerGone("The data of learner " + learner + " has been deleted");
    }
}
