package io.streakboard.settlement;

import io.streakboard.points.PointsTotals.Sum;
import org.jspecify.annotations.Nullable;

/** What came of trying a step: done with what it counted, to wait for something, or not to go on. */
record Result(
        @Nullable Sum counted,
        @Nullable String waitsFor,
        @Nullable String mismatch) {

    static Result done(@Nullable Sum counted) {
        return new Result(counted, null, null);
    }

    static Result waitFor(String what) {
        return new Result(null, what, null);
    }

    static Result mismatch(String what) {
        return new Result(null, null, what);
    }
}
