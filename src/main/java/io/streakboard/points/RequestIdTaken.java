package io.streakboard.points;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** A request id was used before, for another adjustment. So this is no repetition, but most likely a mistake. */
class RequestIdTaken extends Problem {

    private RequestIdTaken(String detail) {
        super(HttpStatus.CONFLICT, "request-id-taken", detail);
    }

    /** @param earlier what the request id was used for */
    static RequestIdTaken by(String requestId, String earlier) {
        return new RequestIdTaken("requestId: '%s' was used for another adjustment, %s".formatted(requestId, earlier));
    }
}
