package io.streakboard.season;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A span of time in which points are collected and ranked.
 *
 * @param id names the season's tables and keys
 * @param startsAt inclusive
 * @param endsAt exclusive
 * @param learners number of learners with points, known once settled
 * @param points the sum of all their points, known once settled
 * @param createdAt when the season was made; a past season is made when its first activity comes
 * @param expiredAt when its ledger outlived the retention; null while the ledger exists
 */
public record Season(
        long id,
        String name,
        Instant startsAt,
        Instant endsAt,
        State state,
        @Nullable Long learners,
        @Nullable Long points,
        Instant createdAt,
        @Nullable Instant expiredAt) {

    /** In the order of a season's life. From {@code SETTLING} on it is sealed and takes no more points. */
    public enum State {
        UPCOMING,
        OPEN,
        ENDED,
        SETTLING,
        SETTLED;

        public boolean sealed() {
            return this == SETTLING || this == SETTLED;
        }
    }

    /** Whether ledger and totals are dropped or about to be, so that only the settled board is left. */
    public boolean expired() {
        return expiredAt != null;
    }

    public boolean contains(Instant instant) {
        return !instant.isBefore(startsAt) && instant.isBefore(endsAt);
    }
}
