package io.streakboard.season;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a season from being sealed.
 *
 * @param owner the holder in words for admins: {@code import 7}
 * @param reason the purpose, up to 200 characters
 * @param until when it lapses unless renewed; null: never
 */
public record Hold(String owner, String reason, @Nullable Instant until, Instant renewedAt) {

    @Override
    public String toString() {
        return owner + " (" + reason + ")";
    }
}
