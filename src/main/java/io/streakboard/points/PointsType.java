package io.streakboard.points;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A kind of activity that is worth points.
 *
 * @param code names the type everywhere, for example {@code LESSON}
 * @param points what one activity is worth; {@code SIGN_IN} is paid by its ladder instead
 * @param dailyCap what a learner can get for the type on one day, at most; absent: no limit
 */
record PointsType(
        @NotBlank @Pattern(regexp = "[A-Z][A-Z0-9_]{0,31}") String code,
        @Min(0) int points,
        @Nullable @Min(1) Integer dailyCap) {}
