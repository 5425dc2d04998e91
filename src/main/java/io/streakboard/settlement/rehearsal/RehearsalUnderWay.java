package io.streakboard.settlement.rehearsal;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** A settlement is being rehearsed already. */
class RehearsalUnderWay extends Problem {

    private RehearsalUnderWay(String detail) {
        super(HttpStatus.CONFLICT, "rehearsal-under-way", detail);
    }

    static RehearsalUnderWay now() {
        return new RehearsalUnderWay(
                "A settlement is being rehearsed, or what is left of a rehearsal is being removed");
    }
}
