package io.streakboard.activities;

import io.streakboard.points.Claim;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A kind of activity that is worth points.
 *
 * @param code names the type everywhere, for example {@code LESSON}
 * @param points what one activity is worth; {@code SIGN_IN} is paid by its ladder instead
 * @param dailyCap the most that a learner can get for the type on one day; absent: no limit
 */
record PointsType(
        @NotBlank @Pattern(regexp = "[A-Z][A-Z0-9_]{0,31}") String code,
        @Min(0) @Max(1_000_000) int points,
        @Nullable @Min(1) Integer dailyCap) {

    /** The type itself is checked here and not in the list, so that the message of a failed start names its index. */
    PointsType {
        if (Claim.ADJUSTMENT.equals(code)) {
            throw new IllegalArgumentException(code + " is reserved for points that admins grant and deduct");
        }
        if (Claim.SEASON_REWARD.equals(code)) {
            throw new IllegalArgumentException(code + " is reserved for points that a rank in a season pays");
        }
        if (Activity.SIGN_IN.equals(code) && (points != 0 || dailyCap != null)) {
            throw new IllegalArgumentException(code + " is paid by its ladder: it has neither points nor a daily-cap");
        }
        if (dailyCap != null && dailyCap > 0 && dailyCap < points) {
            throw new IllegalArgumentException(
                    "daily-cap " + dailyCap + " of " + code + " is below the " + points + " points of one activity");
        }
    }
}
