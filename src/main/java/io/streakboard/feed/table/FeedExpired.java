package io.streakboard.feed.table;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** The feed no longer has the events after a cursor. */
class FeedExpired extends Problem {

    private FeedExpired() {
        super(
                HttpStatus.GONE,
                "cursor-expired",
                "The feed no longer has all events after the cursor."
                        + " Begin without a cursor and load your copies again.");
    }

    static FeedExpired now() {
        return new FeedExpired();
    }
}
