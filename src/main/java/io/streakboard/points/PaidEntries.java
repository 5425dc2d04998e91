package io.streakboard.points;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.streakboard.points.ledger.LedgerEntry;
import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * The entries of the ledgers of all seasons that paid or took points, for what is computed from them. A ledger has the
 * late entries of earlier days, too.
 */
@Service
public class PaidEntries {

    private static final LocalDate FIRST_DAY = LocalDate.of(1, 1, 1);

    /** More days than these are not ranges of an index, but a condition. */
    private static final int MAX_RANGES = 400;

    /**
     * @param homeSeason the season of {@code occurredAt}
     * @param points not 0; negative for a deduction
     */
    public record PaidEntry(
            long learner, String type, String sourceId, long homeSeason, int points, Instant occurredAt) {}

    /**
     * How far a walk has come: the ledgers of earlier seasons and days were read, and a part of a day.
     *
     * @param last the last learner of that part; null: nothing of the day
     */
    public record WalkPosition(
            long season, LocalDate day, @Nullable Long last) {}

    /** @param next null at the end of the walk */
    public record EntryPage(
            List<PaidEntry> entries, @Nullable WalkPosition next) {}

    /**
     * What to sum up.
     *
     * @param from inclusive; null: from the first entry on
     * @param to exclusive; null: to the last entry
     * @param types empty: all but {@code others}
     */
    public record PaidQuery(
            @Nullable Instant from, @Nullable Instant to, Set<String> types, Set<String> others) {}

    /** @param reachedAt time of the last entry */
    public record PaidDay(LocalDate day, long points, long entries, Instant reachedAt) {}

    private final LedgerTable ledgers;
    private final EarnedPoints earned;
    private final Seasons seasons;
    private final BusinessTime time;

    PaidEntries(LedgerTable ledgers, EarnedPoints earned, Seasons seasons, BusinessTime time) {
        this.ledgers = ledgers;
        this.earned = earned;
        this.seasons = seasons;
        this.time = time;
    }

    /** Whether no ledger with entries from an instant on has expired; null: with any. */
    public boolean reachBackTo(@Nullable Instant from) {
        return seasons.newestFirst().stream()
                .noneMatch(season ->
                        season.expired() && (from == null || season.endsAt().isAfter(from)));
    }

    /**
     * A page of a walk over all ledgers, each by day and then by learner. An entry that is added behind the walk is not
     * found: its event tells it.
     *
     * @param from entries of earlier days are left out; null: from the first entry on
     * @param after null to begin
     * @param limit number of entries to read; a page may have fewer, even none, and more only of one learner
     */
    public EntryPage page(@Nullable Instant from, @Nullable WalkPosition after, int limit) {
        var first = from == null ? FIRST_DAY : time.dayOf(from);
        var ids = earned.seasonsSince(first).stream().map(Season::id).sorted().toList();
        for (long season : ids) {
            var page = after == null || season > after.season()
                    ? page(season, first, null, limit)
                    : season == after.season() ? page(season, after.day(), after.last(), limit) : null;
            if (page != null) {
                return page;
            }
        }
        return new EntryPage(List.of(), null);
    }

    /** The next page in the ledger of a season; null at its end. */
    private @Nullable EntryPage page(long season, LocalDate from, @Nullable Long after, int limit) {
        var next = ledgers.firstDay(season, from);
        if (next.isEmpty()) {
            return null;
        }
        var day = next.get();
        var read = ledgers.onDay(season, day, after == null || !day.equals(from) ? Long.MIN_VALUE : after, limit);
        boolean ends = read.size() < limit;
        var entries = ends ? read : ofWholeLearners(season, day, read);
        return new EntryPage(
                entries.stream()
                        .filter(entry -> entry.points() != 0)
                        .map(PaidEntries::paid)
                        .toList(),
                ends
                        ? new WalkPosition(season, day.plusDays(1), null)
                        : new WalkPosition(season, day, entries.getLast().learner()));
    }

    /** Without the last learner, of whom there may be more; of a single learner, all. */
    private List<LedgerEntry> ofWholeLearners(long season, LocalDate day, List<LedgerEntry> read) {
        long last = read.getLast().learner();
        var whole = read.stream().filter(entry -> entry.learner() != last).toList();
        return whole.isEmpty() ? ledgers.onDayOf(season, day, last) : whole;
    }

    private static PaidEntry paid(LedgerEntry entry) {
        return new PaidEntry(
                entry.learner(),
                entry.type(),
                entry.sourceId(),
                entry.homeSeason(),
                entry.points(),
                entry.occurredAt());
    }

    /** The next page of learner ids that may have paid entries. */
    public List<Long> learnersAfter(PaidQuery query, long learner, int limit) {
        return earned.learnersAfter(firstDay(query), learner, limit);
    }

    /**
     * What learners were paid on each day, by learner, in the order of days. Learners without an entry are left out.
     *
     * @param first the least id
     * @param last the greatest id
     */
    public Map<Long, List<PaidDay>> byDay(PaidQuery query, long first, long last) {
        var ids = earned.seasonsSince(firstDay(query)).stream().map(Season::id).toList();
        if (ids.isEmpty()) {
            return Map.of();
        }
        record Row(long learner, PaidDay day) {}
        var parameters = new HashMap<String, Object>(Map.of("first", first, "last", last));
        var days = days(query);
        parameters.put("days", days);
        parameters.put("from", Utc.column(query.from() == null ? Instant.EPOCH : query.from()));
        parameters.put("to", Utc.column(query.to() == null ? BusinessTime.NEVER : query.to()));
        parameters.put("types", query.types().isEmpty() ? query.others() : query.types());
        return ledgers
                .paidByDay(
                        ids,
                        days.isEmpty() ? "PRIMARY" : "by_day",
                        (days.isEmpty() ? "" : "day IN (:days) AND ")
                                + "occurred_at >= :from AND occurred_at < :to AND type "
                                + (query.types().isEmpty() ? "NOT IN" : "IN") + " (:types)",
                        parameters,
                        (row, number) -> new Row(
                                row.getLong("user_id"),
                                new PaidDay(
                                        row.getObject("day", LocalDate.class),
                                        row.getLong("points"),
                                        row.getLong("entries"),
                                        Utc.instant(row, "reached_at"))))
                .stream()
                .collect(groupingBy(Row::learner, mapping(Row::day, toList())));
    }

    private LocalDate firstDay(PaidQuery query) {
        return query.from() == null ? FIRST_DAY : time.dayOf(query.from());
    }

    /** The days of a query; empty if they are too many. */
    private List<LocalDate> days(PaidQuery query) {
        var first = firstDay(query);
        var now = time.now();
        var to = query.to() == null || query.to().isAfter(now) ? now : query.to();
        var last = time.dayOf(to).plusDays(1); // clocks differ, and learners' clocks, too
        return first.plusDays(MAX_RANGES).isBefore(last) || last.isBefore(first)
                ? List.of()
                : first.datesUntil(last.plusDays(1)).toList();
    }
}
