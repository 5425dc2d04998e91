package io.streakboard.points.ledger;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import io.streakboard.points.ledger.Posting.DayOfType;
import io.streakboard.points.ledger.Posting.PostingKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Finds earlier records of postings in all tables that may have them. The ledger of a season has the postings that the
 * season took. A posting that is late now may have come in time before (the ledger of its own season) or have been late
 * before (the table of late postings).
 */
@Component
public class LedgerRepository {

    private final LedgerTable ledgers;
    private final LateTable late;

    LedgerRepository(LedgerTable ledgers, LateTable late) {
        this.ledgers = ledgers;
        this.late = late;
    }

    /** The keys of a season's postings that were counted before. */
    public Set<PostingKey> known(long season, Collection<Posting> postings) {
        var known = new HashSet<>(ledgers.known(season, keys(postings)));
        var tooLate = tooLate(season, postings);
        if (!tooLate.isEmpty()) {
            known.addAll(late.known(keys(tooLate)));
            byHome(tooLate).forEach((home, own) -> known.addAll(ledgers.known(home, keys(own))));
        }
        return known;
    }

    /**
     * The outcomes of postings of one season that were recorded since an instant, in that season's ledger or as late.
     * An entry of the same key with another time belongs to another posting.
     */
    public Map<PostingKey, String> outcomesSince(long season, Collection<Posting> postings, Instant since) {
        var found = new HashMap<>(ledgers.recordedSince(season, keys(postings), since));
        found.putAll(late.recordedSince(keys(postings), since));
        var outcomes = new HashMap<PostingKey, String>();
        for (var posting : postings) {
            var entry = found.get(posting.key());
            if (entry != null && entry.occurredAt().equals(posting.occurredAt().truncatedTo(ChronoUnit.MILLIS))) {
                outcomes.put(posting.key(), entry.outcome());
            }
        }
        return outcomes;
    }

    /** The points paid so far for the days and types of capped postings. */
    public Map<DayOfType, Long> used(long season, Collection<Posting> postings) {
        var tooLate = tooLate(season, postings);
        var inTime =
                postings.stream().filter(posting -> posting.season() == season).toList();
        var used = new HashMap<>(ledgers.used(season, capped(inTime)));
        if (!tooLate.isEmpty()) {
            used.putAll(late.used(capped(tooLate)));
            byHome(tooLate)
                    .forEach((home, own) -> ledgers.used(home, capped(own))
                            .forEach((day, points) -> used.merge(day, points, Long::sum)));
        }
        return used;
    }

    public void append(long season, List<LedgerEntry> entries) {
        var tooLate =
                entries.stream().filter(entry -> entry.homeSeason() != season).toList();
        if (!tooLate.isEmpty()) {
            late.append(season, tooLate);
        }
        ledgers.append(season, entries);
    }

    private static List<Posting> tooLate(long season, Collection<Posting> postings) {
        return postings.stream().filter(posting -> posting.season() != season).toList();
    }

    private static Map<Long, List<Posting>> byHome(Collection<Posting> postings) {
        return postings.stream().collect(groupingBy(Posting::season));
    }

    private static Set<PostingKey> keys(Collection<Posting> postings) {
        return postings.stream().map(Posting::key).collect(toCollection(HashSet::new));
    }

    private static Set<DayOfType> capped(Collection<Posting> postings) {
        return postings.stream()
                .filter(posting -> posting.dailyCap() != null)
                .map(Posting::dayOfType)
                .collect(toCollection(HashSet::new));
    }
}
