package io.streakboard.signin.calendar;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What a sign-in pays, and how streaks are counted.
 *
 * @param ladder points by streak day; the last step repeats, so no step may be lower than the one before
 * @param ladderCycle whether the ladder instead starts over after its last step; then the number of all days ever
 *     signed decides the step
 * @param milestones extra points by the longest streak, in days, that earns them
 * @param monthlyReset whether streaks start over with each month
 * @param makeUps which missed days learners can still make up for
 * @param freezes missed days that do not break a streak
 */
@Validated
@ConfigurationProperties("streakboard.signin")
public record SignInRules(
        @DefaultValue({"10", "20", "30", "50"}) @NotEmpty List<@Positive @Max(1_000_000) Integer> ladder,
        @DefaultValue("false") boolean ladderCycle,
        @DefaultValue Map<@Positive Integer, @Positive @Max(1_000_000) Integer> milestones,
        @DefaultValue("false") boolean monthlyReset,
        @DefaultValue @Valid MakeUps makeUps,
        @DefaultValue @Valid Freezes freezes) {

    /**
     * @param window how many days back a missed day can be made up
     * @param quota make-ups for the days of one month
     */
    public record MakeUps(
            @DefaultValue("30") @Min(0) @Max(366) int window,
            @DefaultValue("3") @Min(0) @Max(31) int quota) {

        /** Of admins: every day of the last year. */
        public static final MakeUps ALL = new MakeUps(366, 31);
    }

    /**
     * @param quota how many missed days freezes bridge within 30 days; 0: none
     * @param longestGap the most missed days in a row that freezes bridge
     */
    public record Freezes(
            @DefaultValue("0") @Min(0) @Max(30) int quota,
            @DefaultValue("1") @Min(1) @Max(7) int longestGap) {}

    /** The same without limits of make-ups, for a day that an admin gives back. */
    public SignInRules withAllMakeUps() {
        return new SignInRules(ladder, ladderCycle, milestones, monthlyReset, MakeUps.ALL, freezes);
    }

    public SignInRules {
        for (int step = 1; step < ladder.size() && !ladderCycle; step++) {
            if (ladder.get(step) < ladder.get(step - 1)) {
                throw new IllegalArgumentException(
                        "streakboard.signin.ladder: step %d pays less than the one before, so it would pay to break a streak; set streakboard.signin.ladder-cycle if the ladder is to begin anew"
                                .formatted(step + 1));
            }
        }
    }

    /**
     * The step of the ladder that a sign-in pays.
     *
     * @param streak with this sign-in
     * @param signedDays all days ever signed before
     */
    public int step(int streak, int signedDays) {
        return ladder.get(ladderCycle ? signedDays % ladder.size() : Math.min(streak, ladder.size()) - 1);
    }

    /** The pay of these rules with streaks counted as others count them. */
    SignInRules countedBy(SignInRules other) {
        return monthlyReset == other.monthlyReset && freezes.equals(other.freezes)
                ? this
                : new SignInRules(ladder, ladderCycle, milestones, other.monthlyReset, makeUps, other.freezes);
    }
}
