package io.streakboard.badges;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A number that a condition asks for. Badges are kept, so it matters little if a correction lowers it later. */
sealed interface Fact {

    /** Days ever signed, made-up ones too. */
    record DaysSigned() implements Fact {}

    record LongestStreak() implements Fact {}

    /** Points of all seasons together. */
    record Points() implements Fact {}

    /** Points of one type, as far as ledgers reach back. */
    record PointsOf(String type) implements Fact {}

    /** How many activities of one type were paid, as far as ledgers reach back. */
    record CountOf(String type) implements Fact {}

    /** The best rank in a settled season: the lower, the better. */
    record BestRank() implements Fact {}

    /** @param title the one title that counts, or null: all count */
    record Titles(@Nullable String title) implements Fact {}

    /** The points type that it asks for, if it does. */
    default Optional<String> pointsType() {
        return switch (this) {
            case PointsOf points -> Optional.of(points.type);
            case CountOf count -> Optional.of(count.type);
            default -> Optional.empty();
        };
    }

    /** Whether it changes only when a season is settled. */
    default boolean isOfSeasons() {
        return this instanceof BestRank || this instanceof Titles;
    }
}
