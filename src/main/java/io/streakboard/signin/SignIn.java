package io.streakboard.signin;

import java.time.Instant;
import java.time.LocalDate;

/**
 * A learner's sign-in for one day.
 *
 * @param day in the business zone
 * @param streak signed days in a row up to this one
 * @param points what it pays, decided when the learner signed in
 * @param at when the learner acted
 */
public record SignIn(long user, LocalDate day, Kind kind, int streak, int points, Instant at) {

    public enum Kind {
        REGULAR,
        MAKE_UP
    }
}
