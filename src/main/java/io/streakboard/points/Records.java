package io.streakboard.points;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import io.streakboard.points.LedgerTable.Row;
import io.streakboard.points.Posting.DayOfType;
import io.streakboard.points.Posting.Key;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * What is on record about activities, wherever it is: in the ledger of the season that takes them, and for those that
 * are late also in the ledger of their own season and, whatever season took them, in the table of late ones.
 */
@Component
class Records {

    private final LedgerTable ledgers;
    private final LateTable late;
    private final PointsTypes types;

    Records(LedgerTable ledgers, LateTable late, PointsTypes types) {
        this.ledgers = ledgers;
        this.late = late;
        this.types = types;
    }

    /** Those of the postings to a season that were counted before. */
    Set<Key> known(long season, Collection<Posting> postings) {
        var known = new HashSet<>(ledgers.known(season, keys(postings)));
        var tooLate = tooLate(season, postings);
        if (!tooLate.isEmpty()) {
            known.addAll(ledgers.known(LateTable.NAME, keys(tooLate)));
            byHome(tooLate).forEach((home, own) -> known.addAll(ledgers.known(home, keys(own))));
        }
        return known;
    }

    /** What has been paid for the days of those postings to a season that have a cap. */
    Map<DayOfType, Long> used(long season, Collection<Posting> postings) {
        var tooLate = tooLate(season, postings);
        var inTime =
                postings.stream().filter(posting -> posting.season() == season).toList();
        var used = new HashMap<>(ledgers.used(season, capped(inTime)));
        if (!tooLate.isEmpty()) {
            used.putAll(ledgers.used(LateTable.NAME, capped(tooLate)));
            byHome(tooLate)
                    .forEach((home, own) -> ledgers.used(home, capped(own))
                            .forEach((day, points) -> used.merge(day, points, Long::sum)));
        }
        return used;
    }

    void append(long season, List<Row> rows, Instant recordedAt) {
        var tooLate =
                rows.stream().filter(row -> row.posting().season() != season).toList();
        if (!tooLate.isEmpty()) {
            late.append(season, tooLate, recordedAt);
        }
        ledgers.append(season, rows, recordedAt);
    }

    private static List<Posting> tooLate(long season, Collection<Posting> postings) {
        return postings.stream().filter(posting -> posting.season() != season).toList();
    }

    private static Map<Long, List<Posting>> byHome(Collection<Posting> postings) {
        return postings.stream().collect(groupingBy(Posting::season));
    }

    private static Set<Key> keys(Collection<Posting> postings) {
        return postings.stream().map(Posting::key).collect(toCollection(HashSet::new));
    }

    private Set<DayOfType> capped(Collection<Posting> postings) {
        return postings.stream()
                .filter(posting -> types.cap(posting.type()).cap() != null)
                .map(Posting::dayOfType)
                .collect(toCollection(HashSet::new));
    }
}
