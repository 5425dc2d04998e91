package io.streakboard.identity.audit;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** The audit trail cannot be written, so the action is not done. */
class NotRecorded extends Problem {

    NotRecorded() {
        super(
                HttpStatus.SERVICE_UNAVAILABLE,
                "store-unavailable",
                "Admins' actions are recorded, and the record cannot be written. Try again later.");
    }
}
