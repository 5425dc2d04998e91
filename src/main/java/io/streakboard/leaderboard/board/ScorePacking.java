package io.streakboard.leaderboard.board;

import io.streakboard.leaderboard.board.BoardRule.Cycle;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.BoardRule.Ties;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Packs a score and the time it was reached into one number; the greater number ranks first. More points come first
 * (fewer on an ascending board), then the earlier time (or the later).
 *
 * <pre>packed = points · 2^timeBits + (2^timeBits − 1 − steps since the start)</pre>
 *
 * Redis keeps scores as doubles, which are exact up to 2^53. Up to 53 bits the packed number is the member's score in
 * Redis. A number of up to 61 bits gets bit 62 set, and its bits are used as a double: positive doubles sort like their
 * bits, and Redis prints and reads all of them exactly.
 *
 * @param start of the period; earlier times count as the start
 * @param timeBits enough for every step of the period; 0 if time does not count
 * @param resolution a step
 * @param maxScore the greatest score
 */
public record ScorePacking(Instant start, int timeBits, Duration resolution, Ties ties, Order order, long maxScore) {

    /** The maximum bits of a packed number. */
    public static final int MAX_BITS = 61;

    /** The packed number of an unranked member. */
    public static final long NOT_RANKED = -1;

    private static final int EXACT_BITS = 53;
    private static final long BIG_FLAG = 1L << 62;

    private static final int MONTH_BITS = 22;

    /** The start of boards without periods: 31 bits of seconds and 41 of milliseconds last until 2068. */
    private static final Instant UNBOUNDED_START = Instant.parse("2000-01-01T00:00:00Z");

    private static final Duration UNBOUNDED_LENGTH = Duration.ofSeconds(1L << 31);

    public ScorePacking {
        if (timeBits + bits(maxScore) > MAX_BITS) {
            throw new IllegalArgumentException(
                    timeBits + " bits of time and scores up to " + maxScore + " take more than " + MAX_BITS + " bits");
        }
    }

    /**
     * The packing of a season's points. A month takes 22 bits for the time and leaves 31 for the points, 2 147 483 647
     * at most; a shorter season is packed like a month.
     */
    public static ScorePacking between(Instant start, Instant end) {
        int timeBits = Math.max(MONTH_BITS, bits(Duration.between(start, end).toSeconds()));
        return new ScorePacking(
                start,
                timeBits,
                Duration.ofSeconds(1),
                Ties.FIRST,
                Order.DESCENDING,
                (1L << EXACT_BITS - timeBits) - 1);
    }

    /** The packing of a configured board. */
    static ScorePacking of(BoardRule rule, Period period) {
        return new ScorePacking(
                rule.cycle() == Cycle.NONE || period.startsAt() == null ? UNBOUNDED_START : period.startsAt(),
                timeBits(rule.cycle(), rule.ties(), rule.resolution()),
                rule.resolution(),
                rule.ties(),
                rule.order(),
                rule.maxScore());
    }

    /** The greatest score that fits beside the times of a board. */
    public static long mostScore(Cycle cycle, Ties ties, Duration resolution) {
        return (1L << MAX_BITS - timeBits(cycle, ties, resolution)) - 1;
    }

    private static int timeBits(Cycle cycle, Ties ties, Duration resolution) {
        return ties == Ties.NONE ? 0 : bits(longest(cycle).toMillis() / resolution.toMillis() - 1);
    }

    /** The longest period of a cycle, including the hour by which clocks are set back. */
    private static Duration longest(Cycle cycle) {
        return switch (cycle) {
            case HALF_HOUR -> Duration.ofMinutes(30);
            case HOUR -> Duration.ofHours(1);
            case DAY -> Duration.ofHours(25);
            case WEEK -> Duration.ofHours(7 * 24 + 1);
            case MONTH, SLIDING -> Duration.ofHours(31 * 24 + 1);
            case SEASON -> Duration.ofDays(367);
            case NONE -> UNBOUNDED_LENGTH;
        };
    }

    private static int bits(long greatest) {
        return Long.SIZE - Long.numberOfLeadingZeros(greatest);
    }

    /** {@link #NOT_RANKED} for an unranked member. */
    public long pack(Score score) {
        return score.reachedAt() == null ? NOT_RANKED : pack(score.score(), score.reachedAt());
    }

    private long pack(long score, Instant reachedAt) {
        if (score < 0 || score > maxScore) {
            throw new IllegalArgumentException("A score of " + score + " is not from 0 to " + maxScore);
        }
        long step = step(reachedAt);
        return least(score) + (ties == Ties.FIRST ? latest() - step : step);
    }

    private long step(Instant reachedAt) {
        if (timeBits == 0 || reachedAt.isBefore(start)) {
            return 0;
        }
        return Math.min((reachedAt.toEpochMilli() - start.toEpochMilli()) / resolution.toMillis(), latest());
    }

    /** The worst packed number of a score. */
    long least(long score) {
        return (order == Order.DESCENDING ? score : maxScore - score) << timeBits;
    }

    /**
     * The worst packed number of each range of scores but the worst, rising.
     *
     * @param bounds the greatest score of each range but the last, rising
     */
    public List<Long> cuts(List<Long> bounds) {
        return order == Order.DESCENDING
                ? bounds.stream().map(bound -> least(bound + 1)).toList()
                : bounds.reversed().stream().map(this::least).toList();
    }

    /** The score in a packed number. */
    public long score(long packed) {
        long points = packed >> timeBits;
        return order == Order.DESCENDING ? points : maxScore - points;
    }

    /** The time in a packed number; only if time counts. */
    public Instant reachedAt(long packed) {
        long step = packed & latest();
        return start.plusMillis((ties == Ties.FIRST ? latest() - step : step) * resolution.toMillis());
    }

    /** A learner's standing from a packed number. */
    public Standing standing(long rank, long learner, long packed) {
        return new Standing(rank, learner, score(packed), reachedAt(packed));
    }

    /** The packed number as Redis keeps it. */
    public double value(long packed) {
        return big() ? Double.longBitsToDouble(packed | BIG_FLAG) : packed;
    }

    /** The packed number from its score in Redis. */
    public long packed(double value) {
        return big() ? Double.doubleToRawLongBits(value) ^ BIG_FLAG : (long) value;
    }

    /** The value in Redis as text; empty for an unranked member. */
    public String text(long packed) {
        if (packed == NOT_RANKED) {
            return "";
        }
        return big() ? Double.toString(value(packed)) : Long.toString(packed);
    }

    /** Whether packed numbers exceed the 53 exact bits of a double. */
    public boolean big() {
        return timeBits + bits(maxScore) > EXACT_BITS;
    }

    /** The worst and the best possible value in Redis of scores from {@code min} to {@code max}. */
    public Values between(long min, long max) {
        long worse = order == Order.DESCENDING ? min : max;
        long better = order == Order.DESCENDING ? max : min;
        return new Values(text(least(worse)), text(least(better) + latest()));
    }

    /** Values in Redis as texts, both inclusive. */
    public record Values(String worst, String best) {}

    /** The last step, counted from the start, that fits a packed number. */
    public long latest() {
        return (1L << timeBits) - 1;
    }
}
