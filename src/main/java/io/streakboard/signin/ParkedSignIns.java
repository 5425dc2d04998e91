package io.streakboard.signin;

import io.streakboard.signin.journal.JournalEntry;
import io.streakboard.signin.journal.ParkedEntries;
import io.streakboard.signin.partition.Partitions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Answered sign-ins that could not be recorded and wait for an admin. */
@Component
public class ParkedSignIns {

    private final ParkedEntries parked;
    private final Partitions partitions;

    ParkedSignIns(ParkedEntries parked, Partitions partitions) {
        this.parked = parked;
        this.partitions = partitions;
    }

    /** The number made in a span of time or at an unreadable time. */
    public long count(Instant from, Instant until) {
        return madeIn(from, until).count();
    }

    /** The number of them that no admin has given up. */
    public long waiting(Instant from, Instant until) {
        return madeIn(from, until)
                .filter(entry -> !ParkedEntries.isGivenUp(entry))
                .count();
    }

    /** Marks the sign-ins made in a span of time as given up. They stay parked. */
    public void giveUp(Instant from, Instant until) {
        madeIn(from, until).forEach(parked::giveUp);
    }

    private Stream<JournalEntry> madeIn(Instant from, Instant until) {
        return partitions.each(parked::of).stream()
                .flatMap(List::stream)
                .filter(entry -> EntryFields.at(entry)
                        .map(at -> !at.isBefore(from) && at.isBefore(until))
                        .orElse(true));
    }

    List<JournalEntry> of(long learner) {
        return parked.of(partitions.of(learner)).stream()
                .filter(entry -> entry.isOf(learner))
                .toList();
    }

    void remove(long learner) {
        of(learner).forEach(entry -> parked.discard(entry.partition(), entry.id()));
    }
}
