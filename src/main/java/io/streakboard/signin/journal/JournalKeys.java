package io.streakboard.signin.journal;

import io.streakboard.identity.LearnerKeys;
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
    private final LearnerKeys learners;

    public JournalKeys(Partitions partitions, LearnerKeys learners) {
        this.partitions = partitions;
        this.learners = learners;
    }

    public String journal(int partition) {
        return partitions.key(partition, "journal");
    }

    /** The journal of a learner's partition. */
    public String journalOf(long learner) {
        return journal(partitions.of(learner));
    }

    /** The key of a learner that goes into an entry; empty where learners are known by their numbers. */
    public String keyOf(long learner) {
        return learners.forJournal(learner);
    }

    /** The partition of a journal. */
    static int partition(String journal) {
        return Integer.parseInt(journal.substring(journal.indexOf('{') + 1, journal.indexOf('}')));
    }

    public String parked(int partition) {
        return partitions.key(partition, "parked");
    }
}
