package io.streakboard.signin.journal;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;

import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Topology;
import io.streakboard.signin.partition.Partitions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.PendingMessage;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The journal: a Redis stream for each partition. All instances read it as one consumer group.
 *
 * <pre>
 * XADD       streak:{3}:journal * user 42 day 2026-11-21 kind REGULAR streak 3 points 30 at 1795219200000
 * XREADGROUP GROUP drain instance-1 COUNT 250 STREAMS streak:{3}:journal streak:{5}:journal > >
 * XACK       streak:{3}:journal drain 1795219200000-0      both in acknowledge.lua
 * XDEL       streak:{3}:journal 1795219200000-0
 * </pre>
 *
 * Recorded entries are deleted, so the length of the stream is the backlog.
 */
@Component
public class Journal {

    /** The consumer group of all instances. */
    static final String GROUP = "drain";

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> ACKNOWLEDGE = LuaScript.of("signin/journal/acknowledge", List.class);

    private static final RedisScript<Long> ADOPT = LuaScript.of("signin/journal/adopt", Long.class);
    private static final RedisScript<Long> FORGET = LuaScript.of("signin/journal/forget", Long.class);

    private final StringRedisTemplate redis;
    private final JournalKeys keys;
    private final JournalProperties settings;
    private final PartitionGroups groups;
    private final boolean cluster;
    private final Consumer consumer = Consumer.from(GROUP, UUID.randomUUID().toString());

    Journal(StringRedisTemplate redis, JournalKeys keys, JournalProperties settings, PartitionGroups groups) {
        this.redis = redis;
        this.keys = keys;
        this.settings = settings;
        this.groups = groups;
        this.cluster = Topology.isCluster(redis);
    }

    /** Creates the stream and its group, if they do not exist. */
    void createGroup(int partition) {
        try {
            redis.execute((RedisCallback<String>) connection -> connection
                    .streamCommands()
                    .xGroupCreate(bytes(keys.journal(partition)), GROUP, ReadOffset.from("0"), true));
        } catch (RedisSystemException failure) {
            if (!String.valueOf(failure.getRootCause()).contains("BUSYGROUP")) { // it exists
                throw failure;
            }
        }
    }

    /**
     * The next new entries of some partitions.
     *
     * @param each the most entries of each partition
     */
    List<JournalEntry> poll(Collection<Integer> partitions, int each) {
        return read(partitions, each, ReadOffset.lastConsumed());
    }

    /**
     * Entries delivered to this consumer and not acknowledged.
     *
     * @param each the most entries of each partition
     */
    List<JournalEntry> unfinished(Collection<Integer> partitions, int each) {
        return read(partitions, each, ReadOffset.from("0"));
    }

    private List<JournalEntry> read(Collection<Integer> partitions, int each, ReadOffset offset) {
        return perSlot(partitions, some -> read(some, each, offset));
    }

    @SuppressWarnings("unchecked")
    private List<JournalEntry> read(List<Integer> partitions, int each, ReadOffset offset) {
        StreamOffset<String>[] offsets = partitions.stream()
                .map(partition -> StreamOffset.create(keys.journal(partition), offset))
                .toArray(StreamOffset[]::new);
        var records = redis.<String, String>opsForStream()
                .read(consumer, StreamReadOptions.empty().count(each), offsets);
        return records == null
                ? List.of()
                : records.stream().map(Journal::entry).toList();
    }

    /**
     * Runs a command that can name many partitions. On Redis Cluster, where each has its own slot, it sends a
     * command for each, all at once.
     */
    private List<JournalEntry> perSlot(
            Collection<Integer> partitions, Function<List<Integer>, List<JournalEntry>> command) {
        return cluster
                ? Partitions.atOnce(partitions, partition -> command.apply(List.of(partition))).stream()
                        .flatMap(List::stream)
                        .toList()
                : command.apply(List.copyOf(partitions));
    }

    /** Claims entries that another consumer has held for too long, because its instance is dead or hangs. */
    int claim(int partition) {
        var journal = keys.journal(partition);
        var abandoned = redis
                .opsForStream()
                .pending(journal, GROUP, Range.unbounded(), settings.batchSize(), settings.claimAfter())
                .stream()
                .filter(message -> !message.getConsumerName().equals(consumer.getName()))
                .map(PendingMessage::getId)
                .toArray(RecordId[]::new);
        if (abandoned.length > 0) {
            redis.opsForStream().claim(journal, GROUP, consumer.getName(), settings.claimAfter(), abandoned);
        }
        return abandoned.length;
    }

    /** Takes over unfinished entries without a consumer: see {@code adopt.lua}. */
    long adopt(int partition) {
        return redis.execute(
                ADOPT,
                List.of(keys.journal(partition)),
                GROUP,
                consumer.getName(),
                Integer.toString(settings.batchSize()));
    }

    /** Removes consumers that have been idle for the given time and have no unfinished entries. */
    long forgetIdleConsumers(int partition, Duration idle) {
        return redis.execute(FORGET, List.of(keys.journal(partition)), GROUP, Long.toString(idle.toMillis()));
    }

    /**
     * Removes recorded entries from the journal. Returns all entries of partitions where some had already left the
     * journal.
     */
    List<JournalEntry> acknowledge(List<JournalEntry> entries) {
        var byPartition = entries.stream().collect(groupingBy(JournalEntry::partition));
        return perSlot(byPartition.keySet(), some -> acknowledge(some, byPartition));
    }

    private List<JournalEntry> acknowledge(List<Integer> partitions, Map<Integer, List<JournalEntry>> byPartition) {
        var arguments = new ArrayList<Object>();
        arguments.add(GROUP);
        for (int partition : partitions) {
            var entries = requireNonNull(byPartition.get(partition));
            arguments.add(Integer.toString(entries.size()));
            entries.forEach(entry -> arguments.add(entry.id()));
        }
        List<?> taken = redis.execute(
                ACKNOWLEDGE, partitions.stream().map(keys::journal).toList(), arguments.toArray());
        return IntStream.range(0, partitions.size())
                .mapToObj(index -> {
                    var entries = requireNonNull(byPartition.get(partitions.get(index)));
                    return Long.valueOf(entries.size()).equals(taken.get(index)) ? List.<JournalEntry>of() : entries;
                })
                .flatMap(List::stream)
                .toList();
    }

    /** Signals new entries of a partition to the consumers of this instance. */
    public void appended(int partition) {
        groups.signal(partition);
    }

    public long backlog(int partition) {
        var size = redis.opsForStream().size(keys.journal(partition));
        return size == null ? 0 : size;
    }

    long backlog(Collection<Integer> partitions) {
        return Partitions.atOnce(partitions, this::backlog).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** The age of the oldest entry by the clock of Redis, which also made its id. */
    long oldestSeconds(int partition) {
        return oldest(partition)
                .map(entry -> (redis.execute((RedisCallback<Long>) connection ->
                                        connection.serverCommands().time())
                                - entry.appendedAt())
                        / 1000)
                .orElse(0L);
    }

    /** The oldest entry that is not acknowledged, if any. */
    public Optional<JournalEntry> oldest(int partition) {
        return oldest(partition, 1).stream().findFirst();
    }

    /** The oldest entries that are not acknowledged. */
    public List<JournalEntry> oldest(int partition, int most) {
        return redis
                .<String, String>opsForStream()
                .range(keys.journal(partition), Range.unbounded(), Limit.limit().count(most))
                .stream()
                .map(Journal::entry)
                .toList();
    }

    /** The newest entry that is not acknowledged, if any. */
    Optional<JournalEntry> newest(int partition) {
        return redis
                .<String, String>opsForStream()
                .reverseRange(
                        keys.journal(partition),
                        Range.unbounded(),
                        Limit.limit().count(1))
                .stream()
                .findFirst()
                .map(Journal::entry);
    }

    private static JournalEntry entry(MapRecord<String, String, String> record) {
        return new JournalEntry(
                JournalKeys.partition(requireNonNull(record.getStream())),
                record.getId().getValue(),
                record.getValue());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
