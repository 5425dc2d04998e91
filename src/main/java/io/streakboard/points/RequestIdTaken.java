package io.streakboard.points;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** A request id was used before, for something else: most likely a mistake, and certainly no repetition. */
class RequestIdTaken extends Problem {

    private RequestIdTaken(String detail) {
        super(HttpStatus.CONFLICT, "request-id-taken", detail);
    }

    /** @param earlier what the request id was used for */
    static RequestIdTaken by(String requestId, String earlier) {
        return new RequestIdTaken("requestId: '%s' was used for another adjustment, %s".formatted(requestId, earlier));
    }
}
