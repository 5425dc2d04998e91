package io.streakboard.leaderboard.board;

import org.jspecify.annotations.Nullable;

/**
 * One ranking of a board: one period of it, and one partition if the board has partitions.
 *
 * @param board its name
 * @param period its key, for example {@code 2026-11}
 * @param partition null for the ranking of all members
 * @param tag the hash tag of its keys in Redis; no two editions have the same
 * @param packing how points and time share a score
 */
public record Edition(String board, String period, @Nullable String partition, String tag, ScorePacking packing) {

    /** An edition of a configured board. */
    public static Edition of(BoardRule rule, long id, Period period, @Nullable String partition) {
        throw new UnsupportedOperationException();
    }

    /** For messages: {@code points 2026-11}, or {@code popular 2026-11 music} with a partition. */
    public String name() {
        return partition == null ? board + " " + period : board + " " + period + " " + partition;
    }
}
