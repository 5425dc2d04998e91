package io.streakboard.badges;

import io.streakboard.badges.Criterion.BestRank;
import io.streakboard.badges.Criterion.CountOf;
import io.streakboard.badges.Criterion.DaysSigned;
import io.streakboard.badges.Criterion.LeagueWeeks;
import io.streakboard.badges.Criterion.LeagueWins;
import io.streakboard.badges.Criterion.LongestStreak;
import io.streakboard.badges.Criterion.Points;
import io.streakboard.badges.Criterion.PointsOf;
import io.streakboard.badges.Criterion.Titles;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When a badge is given, written as {@code longest-streak >= 30}. A type alone stands for its count: {@code LESSON >= 30}.
 *
 * @param text as it was written
 * @param number the number to compare with; null: {@code N}, the badge has levels
 */
record Condition(String text, Criterion criterion, @Nullable Long number) {

    private static final String FORM =
            "'%s' must be a fact, '>=' and a number or N, for example 'longest-streak >= 30'; the facts are"
                    + " days-signed, longest-streak, points, points(TYPE), count(TYPE) or TYPE, titles, titles(TITLE),"
                    + " rank, league-weeks, league-weeks(TIER), league-wins and league-wins(TIER)";

    private static final Pattern PARTS = Pattern.compile("\\s*(?:(?<type>[A-Z][A-Z0-9_]{0,31})"
            + "|(?<fact>[a-z-]+)(?:\\((?<of>[^()]{1,50})\\))?)"
            + "\\s*(?<comparison>>=|<=)\\s*(?<number>[0-9]{1,15}|N)\\s*");

    Condition {
        if (criterion == null) { // Boot has bound its parts
            throw new IllegalArgumentException("must be a text");
        }
    }

    /**
     * Made of a property by this method.
     *
     * @throws IllegalArgumentException with a message for admins
     */
    public static Condition of(String text) {
        var parts = PARTS.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(FORM.formatted(text));
        }
        var criterion = criterion(parts).orElseThrow(() -> new IllegalArgumentException(FORM.formatted(text)));
        var comparison = criterion instanceof BestRank ? "<=" : ">=";
        if (!parts.group("comparison").equals(comparison)) {
            throw new IllegalArgumentException("'%s' must compare by '%s'".formatted(text, comparison));
        }
        var number = parts.group("number");
        return new Condition(text.strip(), criterion, number.equals("N") ? null : Long.valueOf(number));
    }

    private static Optional<Criterion> criterion(Matcher parts) {
        if (parts.group("type") != null) {
            return Optional.of(new CountOf(parts.group("type")));
        }
        var of = parts.group("of");
        return Optional.ofNullable(
                switch (parts.group("fact")) {
                    case "days-signed" -> of == null ? new DaysSigned() : null;
                    case "longest-streak" -> of == null ? new LongestStreak() : null;
                    case "points" -> of == null ? new Points() : new PointsOf(of);
                    case "count" -> of == null ? null : new CountOf(of);
                    case "rank" -> of == null ? new BestRank() : null;
                    case "titles" -> new Titles(of);
                    case "league-weeks" -> new LeagueWeeks(of);
                    case "league-wins" -> new LeagueWins(of);
                    default -> null;
                });
    }

    /** @param value of the criterion; null: the learner has none */
    boolean isMet(@Nullable Long value, long level) {
        return value != null && (criterion instanceof BestRank ? value <= level : value >= level);
    }
}
