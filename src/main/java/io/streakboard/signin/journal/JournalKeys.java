package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import org.springframework.stereotype.Component;

/**
 * The names of the journal's keys.
 *
 * <pre>
 * streak:{3}:journal     stream  entries that are not recorded yet
 * streak:{3}:parked      hash    entries that could not be recorded: id -> fields as JSON
 * </pre>
 */
@Component
public class JournalKeys {

    private final Partitions partitions;

    public JournalKeys(Partitions partitions) {
        this.partitions = partitions;
    }

    public String journal(int partition) {
        return partitions.key(partition, "journal");
    }

    /** The journal of a learner's partition. */
    public String journalOf(long learner) {
        return journal(partitions.of(learner));
    }

    /** The partition of a journal. */
    static int partition(String journal) {
        return Integer.parseInt(journal.substring(journal.indexOf('{') + 1, journal.indexOf('}')));
    }

    public String parked(int partition) {
        return partitions.key(partition, "parked");
    }
}
