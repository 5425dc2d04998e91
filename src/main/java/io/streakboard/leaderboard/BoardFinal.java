package io.streakboard.leaderboard;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ranking of an edition of a configured board is final: it is kept for good and never changes. Published once.
 *
 * @param period its key
 * @param partition null for the ranking over all partitions
 * @param members how many are ranked
 * @param best the best ten
 * @param at when it became final
 * @param endedAt when the edition ended; null in an event of an earlier version
 */
public record BoardFinal(
        String board,
        String period,
        @Nullable String partition,
        long edition,
        long members,
        List<Boards.BoardEntry> best,
        Instant at,
        @Nullable Instant endedAt) {}
