package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * An edition that has scores. A sliding board has one with the scores of all days: the series. For readers its windows
 * are editions as well, computed from the series.
 *
 * @param version rises when the edition is reset
 * @param keptUntil when it is removed; null if never
 * @param series for a window: the edition that has its scores; else null
 * @param seal null while it takes scores
 */
public record StoredEdition(
        long id,
        Edition edition,
        int version,
        @Nullable Instant keptUntil,
        @Nullable Long series,
        @Nullable Seal seal) {

    /**
     * Marks an edition that takes no more scores because its ranking becomes final.
     *
     * @param members number of members of the final ranking; null until it is verified
     * @param tries how often the final ranking was begun
     */
    public record Seal(Order order, @Nullable Long members, int tries) {}

    /** The period of a series. */
    public static final Period ALL_DAYS = new Period("days", null, null);

    /** The same under another rule of its board. */
    StoredEdition under(BoardRule rule) {
        var same = Edition.of(rule, id, edition.period(), edition.partition(), edition.tiebreaker());
        return new StoredEdition(id, same, version, keptUntil, series, seal);
    }

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

    /** The last day of a window; null for other editions. */
    public @Nullable LocalDate lastDay() {
        return series == null ? null : LocalDate.parse(period().key());
    }
}
