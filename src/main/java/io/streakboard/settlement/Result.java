package io.streakboard.settlement;

import io.streakboard.points.PointsTotals.Sum;
import org.jspecify.annotations.Nullable;

/** What came of trying a step: done with what it counted or has to remark, to wait for something, or not to go on. */
record Result(
        @Nullable Sum counted,
        @Nullable String remark,
        @Nullable String waitsFor,
        @Nullable String mismatch) {

    static Result done(@Nullable Sum counted) {
        return new Result(counted, null, null, null);
    }

    static Result remarking(@Nullable String what) {
        return new Result(null, what, null, null);
    }

    static Result waitFor(String what) {
        return new Result(null, null, what, null);
    }

    static Result mismatch(String what) {
        return new Result(null, null, null, what);
    }
}
