package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import io.streakboard.web.Problem;
import io.streakboard.web.Text;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/journal}: entries that are not recorded yet; {@code replay} returns a parked one to the journal,
 * {@code discard} gives one up for good, with a reason.
 */
@Component
@Endpoint(id = "journal")
class JournalEndpoint {

    /**
     * @param backlog entries not yet acknowledged
     * @param oldestSeconds age of the oldest of them
     * @param parked how many are parked
     */
    record JournalPartition(int partition, long backlog, long oldestSeconds, long parked) {}

    record ParkedEntry(int partition, String id, Map<String, String> entry) {}

    /** @param parked no more than {@link #MOST} */
    record JournalState(List<JournalPartition> partitions, List<ParkedEntry> parked) {}

    record Replayed(boolean replayed) {}

    /** @param entry what was given up; null if it was not parked any more */
    record Discarded(boolean discarded, @Nullable ParkedEntry entry) {}

    private static final int MOST = 100;

    private static final Logger log = LoggerFactory.getLogger(JournalEndpoint.class);

    private final Journal journal;
    private final ParkedEntries entries;
    private final Partitions partitions;

    JournalEndpoint(Journal journal, ParkedEntries entries, Partitions partitions) {
        this.journal = journal;
        this.entries = entries;
        this.partitions = partitions;
    }

    @ReadOperation
    JournalState state() {
        return new JournalState(
                partitions.each(partition -> new JournalPartition(
                        partition,
                        journal.backlog(partition),
                        journal.oldestSeconds(partition),
                        entries.count(partition))),
                parked().limit(MOST).toList());
    }

    /**
     * @param reason with {@code discard}: why, for the audit trail
     * @return a {@link Replayed} or a {@link Discarded}
     */
    @WriteOperation
    Object act(String action, String id, @Nullable String reason) {
        return switch (action) {
            case "replay" -> replay(id);
            case "discard" -> discard(id, reason);
            default -> throw Problem.noneOf("action", List.of("replay", "discard"));
        };
    }

    private Discarded discard(String id, @Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            throw Problem.invalid(
                    "reason", "is required, as nothing else tells why the sign-in is missing", "required");
        }
        var entry = parked().filter(parked -> parked.id().equals(id))
                .filter(parked -> entries.discard(parked.partition(), id))
                .findFirst();
        entry.ifPresent(discarded ->
                log.warn("An admin gave up a parked entry of the journal: {}, as {}", discarded, Text.shown(reason)));
        return new Discarded(entry.isPresent(), entry.orElse(null));
    }

    private Replayed replay(String id) {
        return new Replayed(parked().filter(parked -> parked.id().equals(id))
                .anyMatch(parked -> entries.replay(new JournalEntry(parked.partition(), id, parked.entry()))));
    }

    private Stream<ParkedEntry> parked() {
        return partitions.each(entries::of).stream()
                .flatMap(List::stream)
                .map(entry -> new ParkedEntry(entry.partition(), entry.id(), entry.fields()));
    }
}
