package io.streakboard.points;

import org.jspecify.annotations.Nullable;

/** Cuts an award to what the daily cap of its type leaves. */
record DailyCap(@Nullable Integer cap) {

    Verdict award(int points, long usedToday) {
        if (cap == null || usedToday + points <= cap) {
            return new Verdict(Outcome.AWARDED, points, null);
        }
        if (usedToday >= cap) {
            return new Verdict(Outcome.REFUSED, 0, Reason.DAILY_CAP_REACHED.with(cap));
        }
        int left = (int) (cap - usedToday);
        return new Verdict(Outcome.CUT, left, Reason.DAILY_CAP_LEAVES.with(cap, left, points));
    }
}
