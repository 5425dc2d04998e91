package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The end of the journal at one moment. Tells when all entries up to it have left the journal, recorded or parked. */
public final class Watermark {

    private final Journal journal;
    private final Map<Integer, JournalEntry> newest = new HashMap<>();

    /** Reads the current end of the journal. */
    public Watermark(Journal journal, Partitions partitions) {
        this.journal = journal;
        partitions.each(journal::newest).stream()
                .flatMap(Optional::stream)
                .forEach(end -> newest.put(end.partition(), end));
    }

    /** The partitions that still have an entry up to the watermark. */
    public Set<Integer> pending() {
        return newest.entrySet().stream()
                .filter(end -> journal.oldest(end.getKey())
                        .filter(oldest -> oldest.upTo(end.getValue()))
                        .isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    public boolean isPassed() {
        return pending().isEmpty();
    }
}
