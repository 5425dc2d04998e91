package io.streakboard.leaderboard.board;

import java.time.Duration;
import java.time.Instant;

/**
 * Packs points and the time they were reached into one number: more points first, then who got there first.
 *
 * <pre>packed = points · 2^timeBits + (2^timeBits − 1 − seconds since the start)</pre>
 *
 * Redis keeps scores as doubles, which are exact up to 2^53. A month takes 22 bits for the time and leaves 31 for the
 * points, 2 147 483 647 at most.
 *
 * @param start of the period
 * @param timeBits enough for every second of the period
 */
public record ScorePacking(Instant start, int timeBits) {

    private static final int EXACT_BITS = 53;
    private static final int BITS_OF_A_MONTH = 22;

    /** The packing of a period; a period shorter than a month has the one of a month. */
    public static ScorePacking between(Instant start, Instant end) {
        long seconds = Duration.between(start, end).toSeconds();
        return new ScorePacking(start, Math.max(BITS_OF_A_MONTH, Long.SIZE - Long.numberOfLeadingZeros(seconds)));
    }

    /** 0 without points: such a learner is not ranked. */
    public long pack(Score score) {
        return score.reachedAt() == null ? 0 : pack(score.score(), score.reachedAt());
    }

    private long pack(long points, Instant reachedAt) {
        if (points <= 0) {
            return 0;
        }
        if (points > mostPoints()) {
            throw new IllegalArgumentException(points + " points exceed what a score can hold, " + mostPoints());
        }
        long seconds = Math.clamp(Duration.between(start, reachedAt).toSeconds(), 0, latest());
        return (points << timeBits) + latest() - seconds;
    }

    public Standing standing(long rank, long learner, long packed) {
        return new Standing(rank, learner, packed >> timeBits, start.plusSeconds(latest() - (packed & latest())));
    }

    long mostPoints() {
        return (1L << EXACT_BITS - timeBits) - 1;
    }

    /** The last second, counted from the start, that a packed score can tell. */
    public long latest() {
        return (1L << timeBits) - 1;
    }
}
