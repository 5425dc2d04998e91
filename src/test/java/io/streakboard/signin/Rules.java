package io.streakboard.signin;

import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.calendar.SignInRules;

/** All that decides the pay of a day. */
record Rules(SignInRules signIn, CalendarProperties calendar) {

    /** @param settings such as {@code ladder=10,20} */
    static Rules of(String... settings) {
        return new Rules(Settings.of(SignInRules.class, settings), Settings.of(CalendarProperties.class, settings));
    }

    Rules withoutFreezes() {
        return with(signIn.monthlyReset(), Settings.of(SignInRules.class).freezes());
    }

    Rules withoutReset() {
        return with(false, signIn.freezes());
    }

    private Rules with(boolean monthlyReset, SignInRules.Freezes freezes) {
        return new Rules(
                new SignInRules(
                        signIn.ladder(),
                        signIn.ladderCycle(),
                        signIn.milestones(),
                        monthlyReset,
                        signIn.makeUps(),
                        freezes),
                calendar);
    }
}
