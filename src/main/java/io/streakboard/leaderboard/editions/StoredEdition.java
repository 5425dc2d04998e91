package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
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
 */
public record StoredEdition(
        long id,
        Edition edition,
        int version,
        @Nullable Instant keptUntil,
        @Nullable Long series) {

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
