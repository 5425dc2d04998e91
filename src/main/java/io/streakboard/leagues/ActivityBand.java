package io.streakboard.leagues;

import java.math.BigInteger;

/** How much a learner did in the last active week, so that a cohort has learners who can catch up with each other. */
final class ActivityBand {

    private ActivityBand() {}

    /**
     * Three steps for each doubling of the points; 0 without points. The band is 1 + ⌊3 · log₂ points⌋, which is the
     * number of bits of the cube: a logarithm in doubles is too low at some powers of two.
     */
    static int of(long points) {
        return points <= 0 ? 0 : BigInteger.valueOf(points).pow(3).bitLength();
    }
}
