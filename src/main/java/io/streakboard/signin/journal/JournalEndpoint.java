package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/journal}: entries that are not recorded yet; {@code replay} returns a parked one to the journal.
 */
@Component
@Endpoint(id = "journal")
class JournalEndpoint {

    /**
     * @param backlog entries not yet acknowledged
     * @param oldestSeconds age of the oldest of them
     */
    record JournalPartition(int partition, long backlog, long oldestSeconds) {}

    record ParkedEntry(int partition, String id, Map<String, String> entry) {}

    record JournalState(List<JournalPartition> partitions, List<ParkedEntry> parked) {}

    record Replayed(boolean replayed) {}

    private final Journal journal;
    private final Partitions partitions;

    JournalEndpoint(Journal journal, Partitions partitions) {
        this.journal = journal;
        this.partitions = partitions;
    }

    @ReadOperation
    JournalState state() {
        return new JournalState(
                partitions
                        .all()
                        .mapToObj(partition -> new JournalPartition(
                                partition, journal.backlog(partition), journal.oldestSeconds(partition)))
                        .toList(),
                parked().toList());
    }

    @WriteOperation
    Replayed act(String action, String id) {
        if (!action.equals("replay")) {
            throw Problem.invalid("action", "must be 'replay'");
        }
        return new Replayed(parked().filter(parked -> parked.id().equals(id))
                .anyMatch(parked -> journal.replay(new JournalEntry(parked.partition(), id, parked.entry()))));
    }

    private Stream<ParkedEntry> parked() {
        return partitions
                .all()
                .boxed()
                .flatMap(partition -> journal.parked(partition).stream()
                        .map(entry -> new ParkedEntry(partition, entry.id(), entry.fields())));
    }
}
