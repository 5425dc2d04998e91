package io.streakboard.leaderboard.rankings;

import io.streakboard.web.Problem;
import org.springframework.http.HttpStatus;

/** The snapshot or ranking of a cursor is no longer kept. */
class CursorExpired extends Problem {

    private CursorExpired() {
        super(
                HttpStatus.GONE,
                "cursor-expired",
                "The cursor's pages are no longer kept. Begin again with the first page.");
    }

    static CursorExpired now() {
        return new CursorExpired();
    }
}
