package io.streakboard.badges;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A number that a condition checks. Badges are kept, so a later correction matters little. */
sealed interface Criterion {

    /** Days ever signed, made-up ones too. */
    record DaysSigned() implements Criterion {}

    record LongestStreak() implements Criterion {}

    /** Points of all seasons together. */
    record Points() implements Criterion {}

    /** Points of one type, as far as ledgers reach back. */
    record PointsOf(String type) implements Criterion {}

    /** How many activities of one type were paid, as far as ledgers reach back. */
    record CountOf(String type) implements Criterion {}

    /** The best rank in a settled season: the lower, the better. */
    record BestRank() implements Criterion {}

    /** @param title the one title that counts, or null: all count */
    record Titles(@Nullable String title) implements Criterion {}

    /**
     * Weeks with points in leagues that have ended, as far as they are kept.
     *
     * @param tier the one tier that counts, or null
     */
    record LeagueWeeks(@Nullable String tier) implements Criterion {}

    /**
     * The number of these weeks in which the learner was first.
     *
     * @param tier the one tier that counts, or null
     */
    record LeagueWins(@Nullable String tier) implements Criterion {}

    /** The initial value: null for a rank. */
    default @Nullable Long atFirst() {
        return this instanceof BestRank ? null : 0L;
    }

    /** The points type of the criterion, if any. */
    default Optional<String> pointsType() {
        return switch (this) {
            case PointsOf points -> Optional.of(points.type);
            case CountOf count -> Optional.of(count.type);
            default -> Optional.empty();
        };
    }

    /** The league tier of the criterion, if any. */
    default Optional<String> leagueTier() {
        return switch (this) {
            case LeagueWeeks weeks -> Optional.ofNullable(weeks.tier);
            case LeagueWins wins -> Optional.ofNullable(wins.tier);
            default -> Optional.empty();
        };
    }

    /** Whether it changes only when a week of the leagues has ended. */
    default boolean isOfLeagues() {
        return this instanceof LeagueWeeks || this instanceof LeagueWins;
    }

    /** Whether it changes only when a season is settled. */
    default boolean isOfSeasons() {
        return this instanceof BestRank || this instanceof Titles;
    }
}
