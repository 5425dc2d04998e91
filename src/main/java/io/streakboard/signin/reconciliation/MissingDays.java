package io.streakboard.signin.reconciliation;

import static java.util.stream.Collectors.toSet;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.signin.calendar.LearnerYear;
import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.calendar.YearBits;
import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.journal.ParkedEntries;
import io.streakboard.signin.journal.Watermark;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.time.Polling;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Days that Redis has and MySQL lacks: they are still in the journal, or lost. */
@Component
class MissingDays {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Journal journal;
    private final ParkedEntries parkedEntries;
    private final Partitions partitions;
    private final Months months;
    private final JournaledDays journaled;
    private final DeletedLearners deleted;

    MissingDays(
            Journal journal,
            ParkedEntries parkedEntries,
            Partitions partitions,
            Months months,
            JournaledDays journaled,
            DeletedLearners deleted) {
        this.journal = journal;
        this.parkedEntries = parkedEntries;
        this.partitions = partitions;
        this.months = months;
        this.journaled = journaled;
        this.deleted = deleted;
    }

    /**
     * Days that may not have reached MySQL yet.
     *
     * @param undrained partitions with undrained journals, which may have any day of their learners
     */
    record InFlight(Set<Integer> undrained, Map<LearnerYear, YearBits> parked, Partitions partitions) {

        YearBits of(LearnerYear year) {
            return undrained.contains(partitions.of(year.learner()))
                    ? YearBits.all()
                    : parked.getOrDefault(year, YearBits.none());
        }
    }

    /**
     * Waits until all current entries have left the journal, and so are in MySQL or parked. Parked entries are read
     * before and after, because an admin may return one to the journal meanwhile.
     */
    InFlight awaitJournal() {
        var parked = new HashMap<LearnerYear, YearBits>();
        addParked(parked);
        var watermark = new Watermark(journal, partitions);
        Polling.until(watermark::isPassed, TIMEOUT);
        addParked(parked);
        return new InFlight(watermark.pending(), parked, partitions);
    }

    private void addParked(Map<LearnerYear, YearBits> parked) {
        partitions
                .all()
                .forEach(partition -> parkedEntries
                        .of(partition)
                        .forEach(entry -> journaled
                                .bits(entry)
                                .forEach((year, bits) -> parked.merge(year, bits, YearBits::plus))));
    }

    /**
     * Appends lost days to the journal once more, and returns the number of restored bits. Make-ups and freezes are
     * then written to MySQL directly, because no journal entry restores them alone. Learners deleted since their days
     * were read are left out.
     */
    long restore(Map<LearnerYear, YearBits> found) {
        var gone =
                deleted.among(found.keySet().stream().map(LearnerYear::learner).collect(toSet()));
        deleted.repeat(gone);
        var lost = new HashMap<>(found);
        lost.keySet().removeIf(year -> gone.contains(year.learner()));
        lost.forEach((year, bits) -> YearBits.dates(year.year(), bits.days())
                .forEach(day -> journaled.append(year.learner(), day, bits.isMadeUp(day))));
        var marks = new HashMap<LearnerYear, YearBits>();
        lost.forEach((year, bits) -> marks.put(year, bits.withoutDays()));
        months.add(marks);
        return lost.values().stream().mapToLong(YearBits::size).sum();
    }
}
