package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * An edition that has scores. A sliding board has one of all days, the series. Its windows are editions as well, for
 * readers: what they show is computed from the series.
 *
 * @param version rises when the edition is reset
 * @param keptUntil when it is removed; null if never
 * @param series of a window the edition that has its scores; null of others
 * @param seal null as long as it takes scores
 */
public record StoredEdition(
        long id,
        Edition edition,
        int version,
        @Nullable Instant keptUntil,
        @Nullable Long series,
        @Nullable Seal seal) {

    /**
     * Why an edition takes no more scores: its ranking becomes final.
     *
     * @param members how many the final ranking has; null until it is proven
     * @param tries how often it was begun
     */
    public record Seal(Order order, @Nullable Long members, int tries) {}

    /** The period of a series. */
    public static final Period ALL_DAYS = new Period("days", null, null);

    public BoardRule board() {
        return edition.board();
    }

    public Period period() {
        return edition.period();
    }

    /** Null for the ranking over all. */
    public @Nullable String partition() {
        return edition.partition();
    }

    /** Whether its ranking is kept for good. */
    public boolean isFinal() {
        return seal != null && seal.members() != null;
    }

    public boolean isSeries() {
        return board().slides() && series == null;
    }

    /** The edition that has the scores. */
    public long scores() {
        return series == null ? id : series;
    }

    /** The last day of a window; null of other editions. */
    public @Nullable LocalDate lastDay() {
        return series == null ? null : LocalDate.parse(period().key());
    }
}
