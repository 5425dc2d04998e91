package io.streakboard.leaderboard.rules;

import java.util.Locale;

/** Values as written in the configuration, such as {@code half-hour}. */
public final class Settings {

    private Settings() {}

    public static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
