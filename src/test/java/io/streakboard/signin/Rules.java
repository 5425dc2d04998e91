package io.streakboard.signin;

import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.script.SignInProperties;

/** All settings that decide the pay of a day. */
record Rules(SignInProperties signIn, CalendarProperties calendar) {

    /** @param settings such as {@code ladder=10,20} */
    static Rules of(String... settings) {
        return new Rules(
                Settings.of(SignInProperties.class, settings), Settings.of(CalendarProperties.class, settings));
    }

    Rules withoutFreezes() {
        return new Rules(
                signIn,
                new CalendarProperties(
                        null,
                        calendar.layout(),
                        calendar.firstYear(),
                        calendar.yearsInRedis(),
                        calendar.monthlyReset(),
                        Settings.of(CalendarProperties.class).freezes()));
    }

    Rules withoutReset() {
        return new Rules(
                signIn,
                new CalendarProperties(
                        null,
                        calendar.layout(),
                        calendar.firstYear(),
                        calendar.yearsInRedis(),
                        false,
                        calendar.freezes()));
    }
}
