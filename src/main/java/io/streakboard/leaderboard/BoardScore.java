package io.streakboard.leaderboard;

import io.streakboard.season.Season;
import java.time.Duration;
import java.time.Instant;

/**
 * Packs points and the time they were reached into one score: more points first, then who got there first.
 *
 * <pre>score = points · 2^timeBits + (2^timeBits − 1 − seconds since the season's start)</pre>
 *
 * Redis keeps scores as doubles, exact up to 2^53: a season of a month takes 22 bits for the time and leaves 31 for the
 * points, 2 147 483 647 at most.
 *
 * @param start of the season
 * @param timeBits enough for every second of the season
 */
record BoardScore(Instant start, int timeBits) {

    private static final int EXACT_BITS = 53;
    private static final int BITS_OF_A_MONTH = 22;

    static BoardScore of(Season season) {
        long seconds = Duration.between(season.startsAt(), season.endsAt()).toSeconds();
        return new BoardScore(
                season.startsAt(), Math.max(BITS_OF_A_MONTH, Long.SIZE - Long.numberOfLeadingZeros(seconds)));
    }

    /** The score of a total; 0 without points: such a learner is not ranked. */
    long pack(long points, Instant reachedAt) {
        if (points <= 0) {
            return 0;
        }
        if (points > mostPoints()) {
            throw new IllegalArgumentException(points + " points exceed what a score can hold, " + mostPoints());
        }
        long seconds = Math.clamp(Duration.between(start, reachedAt).toSeconds(), 0, latest());
        return (points << timeBits) + latest() - seconds;
    }

    long points(long score) {
        return score >> timeBits;
    }

    Instant reachedAt(long score) {
        return start.plusSeconds(latest() - (score & latest()));
    }

    long mostPoints() {
        return (1L << EXACT_BITS - timeBits) - 1;
    }

    /** The last second, counted from the season's start, that a score can tell. */
    long latest() {
        return (1L << timeBits) - 1;
    }
}
