package io.streakboard.model;

import io.streakboard.model.Deed.Key;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is on record, once everything has been delivered.
 *
 * @param signIns of {@code sign_in_log}
 * @param calendar days of the durable calendar, {@code sign_in_month}
 * @param ledger of all seasons
 * @param late what came after the seal of its season
 * @param totals by season
 * @param boards by season: of a settled one its table, else what the API shows
 * @param adjustments of {@code points_adjustment}
 * @param undelivered publications that are open or parked, and entries of the journal that are
 * @param traces of learners in tables that name them for other reasons
 */
record Books(
        List<Season> seasons,
        List<SignedDay> signIns,
        Set<Signed> calendar,
        List<Row> ledger,
        List<Late> late,
        Map<Long, List<Total>> totals,
        Map<Long, List<Place>> boards,
        Map<Key, Integer> adjustments,
        long undelivered,
        Map<String, Set<Long>> traces) {

    record Season(
            long id,
            YearMonth month,
            String state,
            @Nullable Long learners,
            @Nullable Long points) {

        boolean settled() {
            return state.equals("SETTLED");
        }
    }

    record Signed(long learner, LocalDate day) {}

    record SignedDay(Signed signed, int points) {}

    record Row(long season, Key key, LocalDate day, int points, String outcome) {

        boolean late() {
            return outcome.equals("LATE");
        }
    }

    record Late(Key key, long home, long season, int points) {}

    /** @param reachedAt to the second */
    record Total(long learner, long points, Instant reachedAt) {}

    /** @param learner negative for one that was deleted */
    record Place(long rank, long learner, long points, Instant reachedAt) {

        boolean deleted() {
            return learner < 0;
        }

        Total total() {
            return new Total(learner, points, reachedAt);
        }
    }
}
