package io.streakboard.points;

import io.streakboard.points.LedgerTable.Row;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.Posting.DayOfType;
import io.streakboard.points.Posting.Key;
import io.streakboard.web.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what postings pay, one after the other, given what the ledger of a season holds. Pure: reads and writes
 * nothing, and keeps what is to be written.
 */
class Bookkeeping {

    private final long season;
    private final PointsTypes types;
    private final Map<Long, Total> totals;
    private final Set<Key> known;
    private final Map<DayOfType, Long> used;

    private final List<Row> rows = new ArrayList<>();
    private final Map<Long, Total> changed = new LinkedHashMap<>();
    private final List<Award> awards = new ArrayList<>();

    Bookkeeping(long season, PointsTypes types, Map<Long, Total> totals, Set<Key> known, Map<DayOfType, Long> used) {
        this.season = season;
        this.types = types;
        this.totals = totals;
        this.known = new HashSet<>(known);
        this.used = new HashMap<>(used);
    }

    /**
     * @param lateSince null for a posting in its own season; else when it is recorded in this one
     * @param reason why it is late
     */
    ActivityResult book(Posting posting, @Nullable Instant lateSince, @Nullable String reason) {
        if (!known.add(posting.key())) {
            return ActivityResult.duplicate();
        }
        var result = withinRoom(
                posting, types.cap(posting.type()).award(posting.points(), used.getOrDefault(posting.dayOfType(), 0L)));
        if (lateSince != null) {
            result = new ActivityResult(
                    Outcome.LATE, result.points(), result.detail() == null ? reason : reason + "; " + result.detail());
        }
        used.merge(posting.dayOfType(), (long) result.points(), Long::sum);
        enter(posting, result, lateSince == null ? posting.occurredAt() : lateSince);
        return result;
    }

    private ActivityResult withinRoom(Posting posting, ActivityResult result) {
        long room = total(posting.learner()).room();
        return result.points() <= room
                ? result
                : new ActivityResult(
                        room == 0 ? Outcome.REFUSED : Outcome.CUT,
                        (int) room,
                        "a season's total holds at most " + Total.MOST_POINTS + " points");
    }

    /** Grants or deducts; of a deduction at most what the learner has, of a grant all or nothing. */
    ActivityResult adjust(Posting posting, String reason) {
        var total = total(posting.learner());
        if (posting.points() > total.room()) {
            throw Problem.invalid(
                    "points",
                    "must be at most %d: a season's total holds at most %d".formatted(total.room(), Total.MOST_POINTS));
        }
        int points = (int) Math.max(posting.points(), -total.points());
        var result = new ActivityResult(Outcome.ADJUSTED, points, reason);
        enter(posting, result, posting.occurredAt());
        return result;
    }

    private void enter(Posting posting, ActivityResult result, Instant reachedAt) {
        rows.add(new Row(posting, result));
        if (result.points() != 0) {
            var total = total(posting.learner()).plus(result.points(), reachedAt);
            changed.put(posting.learner(), total);
            awards.add(new Award(
                    posting.learner(),
                    season,
                    posting.type(),
                    result.points(),
                    posting.sourceId(),
                    total.points(),
                    total.corrections(),
                    total.reachedAt() == null ? reachedAt : total.reachedAt()));
        }
    }

    private Total total(long learner) {
        var total = changed.get(learner);
        if (total == null) {
            total = totals.get(learner);
        }
        return total == null ? new Total(learner, 0, null, 0) : total;
    }

    List<Row> rows() {
        return rows;
    }

    Collection<Total> changedTotals() {
        return changed.values();
    }

    List<Award> awards() {
        return awards;
    }
}
