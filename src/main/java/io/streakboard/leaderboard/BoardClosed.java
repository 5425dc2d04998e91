package io.streakboard.leaderboard;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The period of an edition of a board other than the points board has ended. Late scores may change its ranking as long
 * as it is kept.
 *
 * @param period its key
 * @param partition null for the ranking over all partitions
 * @param startsAt null on a board without periods that has no start
 */
public record BoardClosed(
        String board,
        String period,
        @Nullable String partition,
        @Nullable Instant startsAt,
        Instant endsAt,
        long edition) {}
