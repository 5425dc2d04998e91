package io.streakboard.leaderboard.updates;

import io.streakboard.web.Problem;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** The limit on streams is reached. */
class TooManyStreams extends Problem {

    private TooManyStreams(HttpStatus status, String detail, int seconds) {
        super(status, "too-many-streams", detail);
        getHeaders().set(HttpHeaders.RETRY_AFTER, Integer.toString(seconds));
    }

    static TooManyStreams ofLearner(int limit) {
        return new TooManyStreams(
                HttpStatus.TOO_MANY_REQUESTS, "A learner may have %d streams. Close one.".formatted(limit), 2);
    }

    static TooManyStreams ofInstance() {
        return new TooManyStreams(
                HttpStatus.SERVICE_UNAVAILABLE, "This instance takes no more streams. Try again in a while.", 10);
    }
}
