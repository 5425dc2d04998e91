package io.streakboard.points;

import io.streakboard.web.ViolationCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts an award to the rest of the daily cap of its type. */
record DailyCap(@Nullable Integer cap) {

    PostingResult award(int points, long usedToday) {
        if (cap == null || usedToday + points <= cap) {
            return new PostingResult(Outcome.AWARDED, points, List.of());
        }
        if (usedToday >= cap) {
            return new PostingResult(Outcome.REFUSED, 0, List.of(ViolationCode.DAILY_CAP_REACHED.of(null, cap)));
        }
        int left = (int) (cap - usedToday);
        return new PostingResult(
                Outcome.CUT, left, List.of(ViolationCode.DAILY_CAP_LEAVES.of(null, cap, left, points)));
    }
}
