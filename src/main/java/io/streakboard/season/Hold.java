package io.streakboard.season;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a season from being sealed.
 *
 * @param owner who holds the season, as admins read it: {@code import 7}
 * @param reason what for, up to 200 characters
 * @param until when it lapses unless it is renewed; null: never
 */
public record Hold(String owner, String reason, @Nullable Instant until, Instant renewedAt) {

    @Override
    public String toString() {
        return owner + " (" + reason + ")";
    }
}
