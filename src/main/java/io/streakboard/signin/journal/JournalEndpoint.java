package io.streakboard.signin.journal;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.signin.journal.JournalMetrics.JournalPartition;
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
 * {@code /actuator/journal}: entries that are not recorded yet. {@code replay} returns parked ones to the journal,
 * {@code discard} gives one up for good, with a reason.
 */
@Component
@Endpoint(id = "journal")
class JournalEndpoint {

    record ParkedEntry(int partition, String id, Map<String, String> entry) {

        static ParkedEntry of(JournalEntry entry) {
            return new ParkedEntry(entry.partition(), entry.id(), entry.shown());
        }
    }

    /** @param parked at most {@link #MOST} entries */
    record JournalState(List<JournalPartition> partitions, List<ParkedEntry> parked) {}

    /** @param entries how many */
    record Replayed(boolean replayed, long entries) {}

    /** @param entry the discarded entry; null if it was no longer parked */
    record Discarded(boolean discarded, @Nullable ParkedEntry entry) {}

    private static final int MOST = 100;

    private static final Logger log = LoggerFactory.getLogger(JournalEndpoint.class);

    private final Journal journal;
    private final ParkedEntries entries;
    private final Partitions partitions;
    private final LearnerKeys keys;

    JournalEndpoint(Journal journal, ParkedEntries entries, Partitions partitions, LearnerKeys keys) {
        this.keys = keys;
        this.journal = journal;
        this.entries = entries;
        this.partitions = partitions;
    }

    @ReadOperation
    JournalState state() {
        return new JournalState(
                partitions.each(partition -> JournalPartition.read(journal, entries, partition)),
                parked().limit(MOST).map(ParkedEntry::of).toList());
    }

    /**
     * @param id of an entry; {@code replay} returns all entries unless a parameter selects some
     * @param partition of the entry, as an id may be used in several
     * @param learner whose entries are replayed
     * @param reason with {@code discard}: why, for the audit trail; with {@code replay}: a part of the failure for which
     *     the entries were parked
     * @return a {@link Replayed} or a {@link Discarded}
     */
    @WriteOperation
    Object act(
            String action,
            @Nullable String id,
            @Nullable Integer partition,
            @Nullable String learner,
            @Nullable String reason) {
        var named = named(id, partition);
        var one = learner == null ? null : (Long) keys.named("learner", learner);
        return switch (action) {
            case "replay" ->
                replay(named.filter(entry -> (one == null || entry.isOf(one))
                        && (reason == null
                                || entry.fields()
                                        .getOrDefault(ParkedEntries.ERROR, "")
                                        .contains(reason))));
            case "discard" -> discard(id, named.toList(), reason);
            default -> throw Problem.noneOf("action", List.of("replay", "discard"));
        };
    }

    private Stream<JournalEntry> named(@Nullable String id, @Nullable Integer partition) {
        return parked().filter(entry ->
                (id == null || entry.id().equals(id)) && (partition == null || entry.partition() == partition));
    }

    private Replayed replay(Stream<JournalEntry> chosen) {
        long replayed = chosen.filter(entries::replay).count();
        return new Replayed(replayed > 0, replayed);
    }

    private Discarded discard(@Nullable String id, List<JournalEntry> named, @Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            throw Problem.invalid(
                    "reason", "is required, as nothing else tells why the sign-in is missing", "required");
        }
        if (id == null) {
            throw Problem.invalid("id", "is required", "required");
        }
        if (named.size() > 1) {
            throw Problem.invalid(
                    "partition", "is required, as entries of several partitions have this id", "required");
        }
        var discarded = named.stream()
                .filter(entry -> entries.discard(entry.partition(), entry.id()))
                .findFirst()
                .map(ParkedEntry::of);
        discarded.ifPresent(entry ->
                log.warn("An admin gave up a parked entry of the journal: {}, as {}", entry, Text.shown(reason)));
        return new Discarded(discarded.isPresent(), discarded.orElse(null));
    }

    private Stream<JournalEntry> parked() {
        return partitions.each(entries::of).stream().flatMap(List::stream);
    }
}
