package io.streakboard.signin;

import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/** {@code /actuator/journal}: sign-ins on their way to MySQL; {@code replay} gives a parked one another try. */
@Component
@Endpoint(id = "journal")
class JournalEndpoint {

    /**
     * @param backlog entries not yet acknowledged
     * @param oldestSeconds age of the oldest of them
     */
    record Partition(int partition, long backlog, long oldestSeconds) {}

    record Parked(int partition, String id, Map<String, String> entry) {}

    record State(List<Partition> partitions, List<Parked> parked) {}

    record Replayed(boolean replayed) {}

    private final Journal journal;
    private final SignInKeys keys;

    JournalEndpoint(Journal journal, SignInKeys keys) {
        this.journal = journal;
        this.keys = keys;
    }

    @ReadOperation
    State state() {
        return new State(
                partitions()
                        .mapToObj(partition ->
                                new Partition(partition, journal.backlog(partition), journal.oldestSeconds(partition)))
                        .toList(),
                parked().toList());
    }

    @WriteOperation
    Replayed act(String action, String id) {
        if (!action.equals("replay")) {
            throw Problem.invalid("action", "must be 'replay'");
        }
        return new Replayed(parked().filter(parked -> parked.id().equals(id))
                .anyMatch(parked -> journal.replay(parked.partition(), new JournalEntry(id, parked.entry()))));
    }

    private Stream<Parked> parked() {
        return partitions()
                .boxed()
                .flatMap(partition -> journal.parked(partition).stream()
                        .map(entry -> new Parked(partition, entry.id(), entry.fields())));
    }

    private IntStream partitions() {
        return IntStream.range(0, keys.partitions());
    }
}
