package io.streakboard.signin.journal;

import io.streakboard.redis.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.RedisConnection;
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
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The journal: a Redis stream for each partition. All instances read it as one consumer group.
 *
 * <pre>
 * XADD       streak:{3}:journal * user 42 day 2026-11-21 kind REGULAR streak 3 points 30 at 1795219200000
 * XREADGROUP GROUP drain instance-1 COUNT 500 BLOCK 1000 STREAMS streak:{3}:journal >
 * XACK       streak:{3}:journal drain 1795219200000-0      both in acknowledge.lua
 * XDEL       streak:{3}:journal 1795219200000-0
 * HSET       streak:{3}:parked 1795219200000-0 {"user":"x","error":"…"}
 * </pre>
 *
 * Recorded entries are deleted, so the length of the stream is the backlog.
 */
@Component
public class Journal {

    /** The name of the failure among the fields of a parked entry. */
    static final String ERROR = "error";

    private static final String GROUP = "drain";
    private static final Duration BLOCK = Duration.ofSeconds(1);
    private static final TypeReference<Map<String, String>> FIELDS = new TypeReference<>() {};

    private static final RedisScript<Long> ACKNOWLEDGE = LuaScript.of("signin/journal/acknowledge", Long.class);
    private static final RedisScript<Long> ADOPT = LuaScript.of("signin/journal/adopt", Long.class);
    private static final RedisScript<Long> FORGET = LuaScript.of("signin/journal/forget", Long.class);
    private static final RedisScript<Long> PARK = LuaScript.of("signin/journal/park", Long.class);
    private static final RedisScript<Long> REPLAY = LuaScript.of("signin/journal/replay", Long.class);

    private final StringRedisTemplate redis;
    private final JournalKeys keys;
    private final JournalProperties settings;
    private final JsonMapper json;
    private final Consumer consumer = Consumer.from(GROUP, UUID.randomUUID().toString());

    Journal(StringRedisTemplate redis, JournalKeys keys, JournalProperties settings, JsonMapper json) {
        this.redis = redis;
        this.keys = keys;
        this.settings = settings;
        this.json = json;
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

    /** The next new entries. Waits up to a second for the first one, on the given connection. */
    List<JournalEntry> await(RedisConnection connection, int partition) {
        return read(
                connection,
                partition,
                StreamReadOptions.empty().block(BLOCK).count(settings.batchSize()),
                ReadOffset.lastConsumed());
    }

    /** The next new entries, without waiting. */
    List<JournalEntry> poll(RedisConnection connection, int partition, int count) {
        return read(connection, partition, StreamReadOptions.empty().count(count), ReadOffset.lastConsumed());
    }

    /** Entries that were delivered to this consumer, but not acknowledged. */
    List<JournalEntry> unfinished(RedisConnection connection, int partition) {
        return read(connection, partition, StreamReadOptions.empty().count(settings.batchSize()), ReadOffset.from("0"));
    }

    private List<JournalEntry> read(
            RedisConnection connection, int partition, StreamReadOptions options, ReadOffset offset) {
        var records = connection
                .streamCommands()
                .xReadGroup(consumer, options, StreamOffset.create(bytes(keys.journal(partition)), offset));
        return records == null
                ? List.of()
                : records.stream()
                        .map(record -> entry(record.deserialize(RedisSerializer.string())))
                        .toList();
    }

    /** Takes over what another consumer has held for too long: its instance is dead, or hangs. */
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

    /** Takes over unfinished entries that no consumer has: see {@code adopt.lua}. */
    long adopt(int partition) {
        return redis.execute(
                ADOPT,
                List.of(keys.journal(partition)),
                GROUP,
                consumer.getName(),
                Integer.toString(settings.batchSize()));
    }

    /** Removes consumers that have been idle for so long and have no unfinished entry. */
    long forgetIdleConsumers(int partition, Duration idle) {
        return redis.execute(FORGET, List.of(keys.journal(partition)), GROUP, Long.toString(idle.toMillis()));
    }

    /** Removes recorded entries from the journal. Returns whether all of them were still there. */
    boolean acknowledge(int partition, List<JournalEntry> entries) {
        var arguments = new ArrayList<Object>(entries.size() + 1);
        arguments.add(GROUP);
        entries.forEach(entry -> arguments.add(entry.id()));
        var taken = redis.execute(ACKNOWLEDGE, List.of(keys.journal(partition)), arguments.toArray());
        return taken == entries.size();
    }

    /** Moves an entry that cannot be recorded to the parked ones. */
    void park(int partition, JournalEntry entry, Exception failure) {
        var fields = new TreeMap<>(entry.fields());
        fields.put(ERROR, String.valueOf(failure.getMessage()));
        redis.execute(
                PARK,
                List.of(keys.journal(partition), keys.parked(partition)),
                GROUP,
                entry.id(),
                json.writeValueAsString(fields));
    }

    /** The parked entries of a partition, by id, each with its failure in the field {@code error}. */
    public List<JournalEntry> parked(int partition) {
        return redis.<String, String>opsForHash().entries(keys.parked(partition)).entrySet().stream()
                .map(entry -> new JournalEntry(entry.getKey(), json.readValue(entry.getValue(), FIELDS)))
                .sorted(Comparator.comparing(JournalEntry::id))
                .toList();
    }

    /** Removes all parked entries that have a given value in a field. */
    public void removeParked(int partition, String field, String value) {
        parked(partition).stream()
                .filter(entry -> value.equals(entry.fields().get(field)))
                .forEach(entry -> redis.opsForHash().delete(keys.parked(partition), entry.id()));
    }

    /** Removes a parked entry; false if it is not parked in this partition. */
    boolean discard(int partition, String id) {
        return redis.opsForHash().delete(keys.parked(partition), id) == 1;
    }

    /** Returns a parked entry to the journal; false if it is not parked in this partition. */
    boolean replay(int partition, JournalEntry entry) {
        var arguments = new ArrayList<Object>();
        arguments.add(entry.id());
        entry.fields().forEach((field, value) -> {
            if (!field.equals(ERROR)) {
                arguments.add(field);
                arguments.add(value);
            }
        });
        return Long.valueOf(1)
                .equals(redis.execute(
                        REPLAY, List.of(keys.journal(partition), keys.parked(partition)), arguments.toArray()));
    }

    public long backlog(int partition) {
        var size = redis.opsForStream().size(keys.journal(partition));
        return size == null ? 0 : size;
    }

    /** The age of the oldest entry, by the clock of Redis, which also made its id. */
    long oldestSeconds(int partition) {
        var now = redis.execute(
                (RedisCallback<Long>) connection -> connection.serverCommands().time());
        return oldest(partition).map(entry -> (now - entry.appendedAt()) / 1000).orElse(0L);
    }

    /** The oldest entry that is not acknowledged, if there is one. */
    public Optional<JournalEntry> oldest(int partition) {
        return redis
                .<String, String>opsForStream()
                .range(keys.journal(partition), Range.unbounded(), Limit.limit().count(1))
                .stream()
                .findFirst()
                .map(Journal::entry);
    }

    /** The newest entry that is not acknowledged, if there is one. */
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
        return new JournalEntry(record.getId().getValue(), record.getValue());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
