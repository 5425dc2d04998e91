package io.streakboard.points;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.springframework.transaction.support.TransactionSynchronizationManager.isActualTransactionActive;

import io.streakboard.points.SourceTitles.SourceKey;
import io.streakboard.points.ledger.LateTable;
import io.streakboard.points.ledger.LedgerEntry;
import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.points.ledger.LedgerTable.EntryFilter;
import io.streakboard.points.ledger.LedgerTable.EntryPosition;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.sharing.RequestBatcher;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** The history of learners' points, paid and refused, read from the ledgers. */
@Service
public class PointsHistory {

    /**
     * @param season the season whose ledger has it
     * @param title of its source
     */
    record SeasonEntry(
            Season season, LedgerEntry entry, @Nullable String title) {

        EntryPosition position() {
            return new EntryPosition(season.startsAt(), entry.occurredAt(), entry.type(), entry.sourceId());
        }
    }

    /** A request for a learner's points of a day. */
    private record OfDay(long season, LocalDate day, long learner) {

        OfDay allOfIt() {
            return new OfDay(season, day, 0);
        }
    }

    /** The current season, the planned ones after it and the previous one. */
    private static final int NEWEST = 4;

    /** Minimum number of seasons per statement, even if fewer would fill a page. */
    private static final int FEWEST_A_STATEMENT = 16;

    /** Entries that a statement over several seasons may sort. */
    private static final int ROWS_A_STATEMENT = 5_000;

    private static final int READERS_A_STATEMENT = 64;
    private static final int STATEMENTS_AT_ONCE = 1;

    /** How long a statement on a dead connection may hold up other callers. */
    private static final Duration TIMEOUT = Duration.ofMillis(250);

    private final LedgerTable ledgers;
    private final RequestBatcher<OfDay, Map<String, Integer>> days;
    private final LateTable late;
    private final PointsTotals totals;
    private final SourceTitles titles;
    private final Seasons seasons;
    private final BusinessTime time;

    PointsHistory(
            LedgerTable ledgers,
            LateTable late,
            PointsTotals totals,
            SourceTitles titles,
            Seasons seasons,
            BusinessTime time) {
        this.ledgers = ledgers;
        this.days = new RequestBatcher<>(READERS_A_STATEMENT, STATEMENTS_AT_ONCE, TIMEOUT, this::ofDays);
        this.late = late;
        this.totals = totals;
        this.titles = titles;
        this.seasons = seasons;
        this.time = time;
    }

    /**
     * A learner's points of today, by type. Concurrent callers share a statement, but never a statement within a
     * transaction: it sees the state at the transaction's begin, which is too old for others.
     */
    public Map<String, Integer> today(long learner) {
        var request = List.of(new OfDay(seasons.current().id(), time.today(), learner));
        return (isActualTransactionActive() ? ofDays(request) : days.ask(request)).getFirst();
    }

    /** One statement, except around the end of a day or a season. */
    private List<Map<String, Integer>> ofDays(List<OfDay> requests) {
        var found = new HashMap<OfDay, Map<Long, Map<String, Integer>>>();
        requests.stream()
                .collect(groupingBy(OfDay::allOfIt, mapping(OfDay::learner, toList())))
                .forEach((day, learners) -> found.put(day, ledgers.ofDay(day.season(), learners, day.day())));
        return requests.stream()
                .map(request -> requireNonNull(found.get(request.allOfIt())).getOrDefault(request.learner(), Map.of()))
                .toList();
    }

    /** The number of activities that came after a season was sealed and went to another season. */
    public long late(Season season) {
        return late.count(season.id());
    }

    /**
     * The learner's ledger rows with their titles, newest first: by season, and by time within each season. Expired
     * seasons have none. The newest seasons are read first, because most pages end there. Older seasons are read only if
     * the learner has a total in them.
     */
    List<SeasonEntry> page(long learner, EntryFilter filter, @Nullable EntryPosition after, int limit) {
        var wanted = wanted(learner, filter, after);
        var newest = wanted.subList(0, Math.min(NEWEST, wanted.size()));
        var page = read(learner, filter, after, newest, limit);
        var earlier = page.size() < limit
                ? havingTotals(learner, wanted.subList(newest.size(), wanted.size()))
                : List.<Season>of();
        int enough = Math.max(FEWEST_A_STATEMENT, limit - page.size()); // most seasons have at least one entry
        int batch = Math.clamp(ROWS_A_STATEMENT / limit, 1, enough);
        for (int from = 0; from < earlier.size() && page.size() < limit; from += batch) {
            var next = earlier.subList(from, Math.min(from + batch, earlier.size()));
            page.addAll(read(learner, filter, after, next, limit - page.size()));
        }
        return titled(page);
    }

    /** A page of all entries of a season with their titles, in the order of the key. */
    List<SeasonEntry> inKeyOrder(Season season, @Nullable LedgerEntry after, int limit) {
        return titled(ledgers.inKeyOrder(season.id(), after, limit).stream()
                .map(entry -> new SeasonEntry(season, entry, null))
                .toList());
    }

    private List<SeasonEntry> titled(List<SeasonEntry> page) {
        var known =
                titles.of(page.stream().map(each -> SourceKey.of(each.entry())).collect(toSet()));
        return known.isEmpty()
                ? page
                : page.stream()
                        .map(each ->
                                new SeasonEntry(each.season(), each.entry(), known.get(SourceKey.of(each.entry()))))
                        .toList();
    }

    /** The points of each day, from all ledgers that may have entries. */
    SortedMap<LocalDate, Long> byDay(long learner, LocalDate from, LocalDate to) {
        var known = havingTotals(learner, wanted(learner, new EntryFilter(null, from, to), null));
        return known.isEmpty()
                ? new TreeMap<>()
                : ledgers.byDay(known.stream().map(Season::id).toList(), learner, from, to);
    }

    /** The first day from which all ledgers are kept; the day after the last if there is none. */
    LocalDate keptSince(LocalDate from, LocalDate to) {
        return seasons.newestFirst().stream()
                .filter(Season::expired)
                .filter(season -> !time.dayOf(season.startsAt()).isAfter(to))
                .map(season -> time.dayOf(season.endsAt()))
                .filter(from::isBefore)
                .max(LocalDate::compareTo)
                .orElse(from);
    }

    private List<Season> wanted(long learner, EntryFilter filter, @Nullable EntryPosition after) {
        var seasons = this.seasons.newestFirst().stream()
                .filter(season -> !season.expired())
                .filter(season -> after == null || !season.startsAt().isAfter(after.seasonStart()))
                .filter(season -> !isBefore(filter.from(), season))
                .toList();
        var to = filter.to();
        if (to == null) {
            return seasons;
        }
        var end = time.startOf(to.plusDays(1));
        var takers = late.takers(learner, to);
        return seasons.stream()
                .filter(season -> season.startsAt().isBefore(end) || takers.contains(season.id()))
                .toList();
    }

    private List<Season> havingTotals(long learner, List<Season> seasons) {
        if (seasons.isEmpty()) {
            return seasons;
        }
        var known = totals.seasonsOf(learner, seasons.stream().map(Season::id).toList());
        return seasons.stream().filter(season -> known.contains(season.id())).toList();
    }

    private List<SeasonEntry> read(
            long learner, EntryFilter filter, @Nullable EntryPosition after, List<Season> seasons, int limit) {
        if (seasons.isEmpty()) {
            return new ArrayList<>();
        }
        var within = after != null && seasons.getFirst().startsAt().equals(after.seasonStart()) ? after : null;
        var entries = ledgers.newestFirst(seasons.stream().map(Season::id).toList(), learner, filter, within, limit);
        var found = new ArrayList<SeasonEntry>();
        for (var season : seasons) {
            entries.getOrDefault(season.id(), List.of())
                    .forEach(entry -> found.add(new SeasonEntry(season, entry, null)));
        }
        return found;
    }

    /** A season that ended before a day has no entries of that day: late entries go to later seasons. */
    private boolean isBefore(@Nullable LocalDate from, Season season) {
        return from != null && !season.endsAt().isAfter(time.startOf(from));
    }
}
