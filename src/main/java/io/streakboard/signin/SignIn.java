package io.streakboard.signin;

import java.time.Instant;
import java.time.LocalDate;

/**
 * A learner has signed in for a day.
 *
 * @param learner id of the learner
 * @param day in the business zone
 * @param streak consecutive days up to this one
 * @param points its pay, as decided when the learner acted
 * @param at when the learner acted: on the day itself, or later to make up for it
 * @param frozen number of missed days right before this one that freezes bridged
 */
public record SignIn(long learner, LocalDate day, Kind kind, int streak, int points, Instant at, int frozen) {

    SignIn afterFrozen(int days) {
        return new SignIn(learner, day, kind, streak, points, at, days);
    }

    public enum Kind {
        REGULAR,
        MAKE_UP
    }
}
