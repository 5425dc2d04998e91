package io.streakboard.signin.reconciliation;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** Bitmaps and calendar are being compared already, here or on another instance. */
class ReconciliationUnderWay extends Problem {

    ReconciliationUnderWay() {
        super(
                HttpStatus.CONFLICT,
                "reconciliation-under-way",
                "Bitmaps are being compared or rebuilt already; see /actuator/signins");
    }
}
