package io.streakboard.season;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A span of time in which points are collected and ranked.
 *
 * @param id names the season's tables and keys
 * @param startsAt inclusive
 * @param endsAt exclusive
 * @param learners how many learners have points, known once settled
 * @param points the sum of all their points, known once settled
 * @param createdAt when the season was made, for one of the past when its first activity came
 * @param expiredAt when its ledger outlived the retention; null as long as there is one
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

    /** Whether its ledger and totals are gone, or about to go: the settled board is all that is left. */
    public boolean expired() {
        return expiredAt != null;
    }

    public boolean contains(Instant instant) {
        return !instant.isBefore(startsAt) && instant.isBefore(endsAt);
    }
}
