package io.streakboard.activities;

import io.streakboard.points.Claim;
import io.streakboard.web.LocalizedText;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.ConstructorBinding;

/**
 * A kind of activity that is worth points.
 *
 * @param code names the type everywhere, for example {@code LESSON}
 * @param points what one activity is worth; {@code SIGN_IN} is paid by its ladder instead
 * @param dailyCap the most that a learner can get for the type on one day; absent: no limit
 * @param label names the type for people; absent: the code in small letters
 */
record PointsType(
        @NotBlank @Pattern(regexp = "[A-Z][A-Z0-9_]{0,31}") String code,
        @Min(0) @Max(1_000_000) int points,
        @Nullable @Min(1) Integer dailyCap,
        @Nullable @Size(max = 100) LocalizedText label) {

    /** A type is checked here, not in the list, so that the failure at start names its index. */
    @ConstructorBinding
    PointsType {
        label = label == null || label.isBlank() ? LocalizedText.of(labelOf(String.valueOf(code))) : label;
        if (Claim.ADJUSTMENT.equals(code)) {
            throw new IllegalArgumentException(code + " is reserved for points that admins grant and deduct");
        }
        if (Claim.SEASON_REWARD.equals(code) || Claim.BOARD_PRIZE.equals(code)) {
            throw new IllegalArgumentException(code + " is reserved for points that a rank pays");
        }
        if (Activity.SIGN_IN.equals(code) && (points != 0 || dailyCap != null)) {
            throw new IllegalArgumentException(code + " is paid by its ladder: it has neither points nor a daily-cap");
        }
        if (dailyCap != null && dailyCap > 0 && dailyCap < points) {
            throw new IllegalArgumentException(
                    "daily-cap " + dailyCap + " of " + code + " is below the " + points + " points of one activity");
        }
    }

    PointsType(String code, int points, @Nullable Integer dailyCap) {
        this(code, points, dailyCap, null);
    }

    /** Never null after construction. */
    @Override
    public LocalizedText label() {
        return label == null ? LocalizedText.of(code) : label;
    }

    /** {@code SIGN_IN} is "Sign in". */
    static String labelOf(String code) {
        var words = code.toLowerCase(Locale.ROOT).replace('_', ' ');
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
