package io.streakboard.signin;

import io.streakboard.signin.journal.JournalEntry;
import io.streakboard.signin.journal.ParkedEntries;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Sign-ins that were answered and could not be recorded. They wait for an admin. */
@Component
public class ParkedSignIns {

    private final ParkedEntries parked;
    private final Partitions partitions;
    private final BusinessTime time;

    ParkedSignIns(ParkedEntries parked, Partitions partitions, BusinessTime time) {
        this.parked = parked;
        this.partitions = partitions;
        this.time = time;
    }

    /** How many have their day in a span of time, or no day that can be read. */
    public long count(Instant from, Instant until) {
        return partitions.each(parked::of).stream()
                .flatMap(List::stream)
                .map(EntryFields::day)
                .filter(day -> day.map(time::startOf)
                        .map(start -> !start.isBefore(from) && start.isBefore(until))
                        .orElse(true))
                .count();
    }

    List<JournalEntry> of(long learner) {
        return parked.of(partitions.of(learner)).stream()
                .filter(entry -> Long.toString(learner).equals(entry.fields().get(EntryFields.LEARNER)))
                .toList();
    }

    void remove(long learner) {
        of(learner).forEach(entry -> parked.discard(entry.partition(), entry.id()));
    }
}
