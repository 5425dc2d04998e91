package io.streakboard.signin.journal;

import io.streakboard.redis.LuaScript;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Entries of the journal that could not be recorded: a hash for each partition. They wait there for an admin.
 *
 * <pre>
 * HSET streak:{3}:parked 1795219200000-0 {"user":"x","error":"…"}      park.lua, with XACK and XDEL
 * HDEL streak:{3}:parked 1795219200000-0                               replay.lua, with XADD
 * HSET streak:{3}:parked 1795219200000-0 {…,"givenUp":"true"}          give_up.lua, if it is there
 * </pre>
 */
@Component
public class ParkedEntries {

    /** The name of the failure among the fields of a parked entry. */
    static final String ERROR = "error";

    /** The field that marks a parked entry as given up: no season waits for it, and it can still be replayed. */
    private static final String GIVEN_UP = "givenUp";

    private static final Set<String> ADDED = Set.of(ERROR, GIVEN_UP);

    private static final TypeReference<Map<String, String>> FIELDS = new TypeReference<>() {};
    private static final RedisScript<Long> PARK = LuaScript.of("signin/journal/park", Long.class);
    private static final RedisScript<Long> REPLAY = LuaScript.of("signin/journal/replay", Long.class);
    private static final RedisScript<Long> GIVE_UP = LuaScript.of("signin/journal/give_up", Long.class);

    private final StringRedisTemplate redis;
    private final JournalKeys keys;
    private final Journal journal;
    private final JsonMapper json;

    ParkedEntries(StringRedisTemplate redis, JournalKeys keys, Journal journal, JsonMapper json) {
        this.redis = redis;
        this.keys = keys;
        this.journal = journal;
        this.json = json;
    }

    /** Moves an entry that cannot be recorded out of the journal. */
    void park(JournalEntry entry, Exception failure) {
        var fields = new TreeMap<>(entry.fields());
        fields.put(ERROR, String.valueOf(failure.getMessage()));
        redis.execute(
                PARK,
                List.of(keys.journal(entry.partition()), keys.parked(entry.partition())),
                Journal.GROUP,
                entry.id(),
                json.writeValueAsString(fields));
    }

    /** The parked entries of a partition, by id, each with its failure in the field {@code error}. */
    public List<JournalEntry> of(int partition) {
        return redis.<String, String>opsForHash().entries(keys.parked(partition)).entrySet().stream()
                .map(entry -> new JournalEntry(partition, entry.getKey(), json.readValue(entry.getValue(), FIELDS)))
                .sorted(Comparator.comparing(JournalEntry::id))
                .toList();
    }

    long count(int partition) {
        return redis.opsForHash().size(keys.parked(partition));
    }

    /** Removes an entry for good; false if it is not parked in this partition. */
    public boolean discard(int partition, String id) {
        return redis.opsForHash().delete(keys.parked(partition), id) == 1;
    }

    /** Marks an entry as given up, if it is still parked. */
    public void giveUp(JournalEntry entry) {
        var fields = new TreeMap<>(entry.fields());
        fields.put(GIVEN_UP, "true");
        redis.execute(GIVE_UP, List.of(keys.parked(entry.partition())), entry.id(), json.writeValueAsString(fields));
    }

    public static boolean isGivenUp(JournalEntry entry) {
        return entry.fields().containsKey(GIVEN_UP);
    }

    /** Returns an entry to the journal; false if it is not parked in its partition. */
    boolean replay(JournalEntry entry) {
        int partition = entry.partition();
        var arguments = new ArrayList<Object>();
        arguments.add(entry.id());
        entry.fields().forEach((field, value) -> {
            if (!ADDED.contains(field)) {
                arguments.addAll(List.of(field, value));
            }
        });
        long replayed =
                redis.execute(REPLAY, List.of(keys.journal(partition), keys.parked(partition)), arguments.toArray());
        journal.appended(partition);
        return replayed == 1;
    }
}
