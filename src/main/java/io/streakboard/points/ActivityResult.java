package io.streakboard.points;

import org.jspecify.annotations.Nullable;

/**
 * What became of an activity, how many points it paid, and why if not in full.
 *
 * @param points what was paid, not what the type is worth
 */
public record ActivityResult(
        Outcome outcome, int points, @Nullable String detail) {

    static ActivityResult duplicate() {
        return new ActivityResult(Outcome.DUPLICATE, 0, "counted before");
    }

    /** Why points are in another season than the activity, for its learner to read. */
    static String lateReason(String home, String current) {
        return "season " + home + " was closed already, so this counts for " + current;
    }

    static ActivityResult invalid(String detail) {
        return new ActivityResult(Outcome.INVALID, 0, detail);
    }
}
