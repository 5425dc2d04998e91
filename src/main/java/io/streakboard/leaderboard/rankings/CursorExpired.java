package io.streakboard.leaderboard.rankings;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** What a cursor belongs to is not kept any more. */
class CursorExpired extends Problem {

    private CursorExpired() {
        super(
                HttpStatus.GONE,
                "cursor-expired",
                "The pages that the cursor belongs to are gone. Begin with the first.");
    }

    static CursorExpired now() {
        return new CursorExpired();
    }
}
