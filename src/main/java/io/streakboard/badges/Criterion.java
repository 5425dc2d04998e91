package io.streakboard.badges;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A number that a condition asks for. Badges are kept, so it matters little if a correction lowers it later. */
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

    /** The weeks among them in which the learner was first. @param tier the one tier that counts, or null */
    record LeagueWins(@Nullable String tier) implements Criterion {}

    /** The value while nothing was done: null for a rank. */
    default @Nullable Long atFirst() {
        return this instanceof BestRank ? null : 0L;
    }

    /** The points type that it asks for, if it does. */
    default Optional<String> pointsType() {
        return switch (this) {
            case PointsOf points -> Optional.of(points.type);
            case CountOf count -> Optional.of(count.type);
            default -> Optional.empty();
        };
    }

    /** The tier of the leagues that it asks for, if it does. */
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
