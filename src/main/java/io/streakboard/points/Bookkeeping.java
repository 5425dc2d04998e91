package io.streakboard.points;

import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.points.ledger.LedgerEntry;
import io.streakboard.points.ledger.Posting;
import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import io.streakboard.web.Problem;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides the pay of postings, one after the other, given the ledger of a season. Pure: it only collects the rows to
 * write.
 */
class Bookkeeping {

    private final long season;
    private final Instant recordedAt;
    private final Instant dayEnds;
    private final Map<Long, Total> totals;
    private final Set<PostingKey> known;
    private final Map<DayOfType, Long> used;

    private final List<LedgerEntry> entries = new ArrayList<>();
    private final Map<Long, Total> changed = new LinkedHashMap<>();
    private final List<Award> awards = new ArrayList<>();
    private final Map<PostingCounts.TypeOutcome, Long> counts = new HashMap<>();

    /**
     * @param recordedAt the time of this posting
     * @param dayEnds when the day of this posting ends
     */
    Bookkeeping(
            long season,
            Instant recordedAt,
            Instant dayEnds,
            Map<Long, Total> totals,
            Set<PostingKey> known,
            Map<DayOfType, Long> used) {
        this.season = season;
        this.recordedAt = recordedAt;
        this.dayEnds = dayEnds;
        this.totals = totals;
        this.known = new HashSet<>(known);
        this.used = new HashMap<>(used);
    }

    /** Adds postings that no ledger has yet. */
    void assume(Set<PostingKey> known, Map<DayOfType, Long> used) {
        this.known.addAll(known);
        used.forEach((day, points) -> this.used.merge(day, points, Long::sum));
    }

    /** @param lateReason why a posting of another season goes into this ledger; null if it belongs to this season */
    PostingResult book(Posting posting, @Nullable Violation lateReason) {
        var result = decide(posting, lateReason);
        counts.merge(new PostingCounts.TypeOutcome(posting.type(), result.outcome()), 1L, Long::sum);
        return result;
    }

    private PostingResult decide(Posting posting, @Nullable Violation lateReason) {
        if (!known.add(posting.key())) {
            return PostingResult.duplicate();
        }
        var result = withinRoom(
                posting,
                PostingResult.capped(posting.points(), posting.dailyCap(), used.getOrDefault(posting.dayOfType(), 0L)));
        if (lateReason != null) {
            var reasons = Stream.concat(Stream.of(lateReason), result.reasons().stream());
            result = new PostingResult(Outcome.LATE, result.points(), reasons.toList());
        }
        used.merge(posting.dayOfType(), (long) result.points(), Long::sum);
        enter(posting, result, lateReason == null ? posting.occurredAt() : recordedAt);
        return result;
    }

    private PostingResult withinRoom(Posting posting, PostingResult result) {
        long room = total(posting.learner()).room();
        return result.points() <= room
                ? result
                : new PostingResult(
                        room == 0 ? Outcome.REFUSED : Outcome.CUT,
                        (int) room,
                        List.of(ViolationCode.SEASON_FULL.of(null, Total.MOST_POINTS)));
    }

    /**
     * Grants or deducts points. A deduction takes at most what the learner has, a grant is given in full or refused.
     */
    PostingResult adjust(Posting posting, String reason) {
        var total = total(posting.learner());
        if (posting.points() > total.room()) {
            throw Problem.invalid(
                    "points",
                    "must be at most %d: a season's total holds at most %d".formatted(total.room(), Total.MOST_POINTS),
                    "season-full",
                    Map.of("room", total.room(), "most", Total.MOST_POINTS));
        }
        int points = (int) Math.max(posting.points(), -total.points());
        var result = new PostingResult(Outcome.ADJUSTED, points, List.of(ViolationCode.BY_ADMIN.of(null, reason)));
        enter(posting, result, posting.occurredAt());
        counts.merge(new PostingCounts.TypeOutcome(posting.type(), result.outcome()), 1L, Long::sum);
        return result;
    }

    private void enter(Posting posting, PostingResult result, Instant reachedAt) {
        entries.add(new LedgerEntry(posting, result.points(), result.outcome().name(), result.reasons(), recordedAt));
        if (result.points() != 0) {
            var total = total(posting.learner()).plus(result.points(), reachedAt, dayEnds);
            changed.put(posting.learner(), total);
            awards.add(new Award(
                    posting.learner(),
                    season,
                    posting.type(),
                    result.points(),
                    posting.sourceId(),
                    total.points(),
                    total.corrections(),
                    total.reachedAt() == null ? reachedAt : total.reachedAt(),
                    total.closing(),
                    posting.season(),
                    posting.occurredAt()));
        }
    }

    private Total total(long learner) {
        var total = changed.get(learner);
        if (total == null) {
            total = totals.get(learner);
        }
        return total == null ? new Total(learner, 0, null, 0, null) : total;
    }

    long season() {
        return season;
    }

    Instant recordedAt() {
        return recordedAt;
    }

    List<LedgerEntry> entries() {
        return entries;
    }

    Collection<Total> changedTotals() {
        return changed.values();
    }

    /** The contribution of the changed totals to the sums over all. */
    TotalsSum change() {
        long learners = 0;
        long points = 0;
        for (var total : changed.values()) {
            var before = totals.get(total.learner());
            long pointsBefore = before == null ? 0 : before.points();
            learners += Long.signum(total.points()) - Long.signum(pointsBefore);
            points += total.points() - pointsBefore;
        }
        return new TotalsSum(learners, points);
    }

    List<Award> awards() {
        return awards;
    }

    PostingCounts posted() {
        return new PostingCounts(counts);
    }
}
