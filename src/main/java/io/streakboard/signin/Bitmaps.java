package io.streakboard.signin;

import static java.util.Objects.requireNonNull;

import io.streakboard.redis.LuaScript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The bitmaps of many learners at once, pipelined.
 *
 * <pre>
 * GETRANGE streak:{2}:year:2026:42 0 47
 * SETRANGE streak:{2}:year:2026:42 0 …                in merge.lua
 * SCAN     0 MATCH streak:{*}:year:* COUNT 500
 * </pre>
 */
@Component
class Bitmaps {

    /** Bitmaps a year: signed, made up, frozen. */
    private static final int KINDS = 3;

    private static final int KEYS_A_SCAN = 500;
    private static final RedisScript<Long> MERGE = LuaScript.of("signin/merge", Long.class);

    private final StringRedisTemplate redis;
    private final SignInKeys keys;

    Bitmaps(StringRedisTemplate redis, SignInKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** The bits of some years; those without any are missing. */
    Map<LearnerYear, YearBits> read(Collection<LearnerYear> years) {
        var order = List.copyOf(years);
        var strings = pipelined(connection -> order.forEach(year -> {
            int first = keys.address(year.learner()).firstByte();
            keys.bitmaps(year)
                    .forEach(key -> connection
                            .stringCommands()
                            .getRange(bytes(key), first, first + BitmapLayout.BYTES_A_YEAR - 1));
        }));
        var bits = new HashMap<LearnerYear, YearBits>();
        for (int i = 0; i < order.size(); i++) {
            var year = new YearBits(
                    parse(strings, KINDS * i), parse(strings, KINDS * i + 1), parse(strings, KINDS * i + 2));
            if (!year.isEmpty()) {
                bits.put(order.get(i), year);
            }
        }
        return bits;
    }

    private static BitSet parse(List<@Nullable Object> strings, int index) {
        return YearBits.parse((byte[]) requireNonNull(strings.get(index)));
    }

    /** Sets bits; none is ever cleared. */
    void merge(Map<LearnerYear, YearBits> bits) {
        pipelined(
                MERGE,
                bits.entrySet().stream()
                        .map(each -> {
                            var arguments = new ArrayList<byte[]>();
                            arguments.add(bytes(Integer.toString(
                                    keys.address(each.getKey().learner()).firstByte())));
                            arguments.addAll(each.getValue().bytes());
                            return new Call(keys.bitmaps(each.getKey()), arguments);
                        })
                        .toList());
    }

    /** What is kept of some learners' archived years. */
    Map<Long, Archived> archived(List<Long> learners) {
        var texts = pipelined(connection -> learners.forEach(learner ->
                connection.hashCommands().hGet(bytes(keys.archived(learner)), bytes(Long.toString(learner)))));
        var archived = new HashMap<Long, Archived>();
        for (int i = 0; i < learners.size(); i++) {
            var text = (byte @Nullable []) texts.get(i);
            var kept = text == null ? null : Archived.parse(new String(text, StandardCharsets.UTF_8));
            if (kept != null) {
                archived.put(learners.get(i), kept);
            }
        }
        return archived;
    }

    /** Whole bitmaps; empty if they are missing. */
    List<byte[]> strings(List<String> names) {
        return pipelined(connection ->
                        names.forEach(name -> connection.stringCommands().get(bytes(name))))
                .stream()
                .map(string -> string == null ? new byte[0] : (byte[]) string)
                .toList();
    }

    /** What a script is called with. */
    record Call(List<String> keys, List<byte[]> arguments) {

        byte[][] keysAndArguments() {
            return Stream.concat(keys.stream().map(Bitmaps::bytes), arguments.stream())
                    .toArray(byte[][]::new);
        }
    }

    /** Calls a script many times and returns the answers. */
    List<Long> pipelined(RedisScript<Long> script, List<Call> calls) {
        if (calls.isEmpty()) {
            return List.of();
        }
        var sha = redis.execute((RedisCallback<String>)
                connection -> connection.scriptingCommands().scriptLoad(bytes(script.getScriptAsString())));
        return pipelined(connection -> calls.forEach(call -> connection
                        .scriptingCommands()
                        .evalSha(sha, ReturnType.INTEGER, call.keys().size(), call.keysAndArguments())))
                .stream()
                .map(answer -> (Long) requireNonNull(answer))
                .toList();
    }

    /** Goes through all that have bitmaps, in batches; one may come twice. */
    void forEach(Consumer<List<LearnerYear>> batches) {
        var options = ScanOptions.scanOptions()
                .match(SignInKeys.allBitmaps())
                .count(KEYS_A_SCAN)
                .build();
        redis.execute((RedisCallback<@Nullable Void>) connection -> {
            if (connection instanceof RedisClusterConnection cluster) {
                for (var node : cluster.clusterGetNodes()) {
                    if (node.isMaster()) {
                        drain(cluster.scan(node, options), batches);
                    }
                }
            } else {
                drain(connection.keyCommands().scan(options), batches);
            }
            return null;
        });
    }

    private void drain(Cursor<byte[]> cursor, Consumer<List<LearnerYear>> batches) {
        try (cursor) {
            var batch = new ArrayList<LearnerYear>();
            while (cursor.hasNext()) {
                batch.addAll(keys.holders(new String(cursor.next(), StandardCharsets.UTF_8)));
                if (batch.size() >= KEYS_A_SCAN) {
                    batches.accept(List.copyOf(batch));
                    batch.clear();
                }
            }
            batches.accept(batch);
        }
    }

    private List<@Nullable Object> pipelined(Consumer<RedisConnection> commands) {
        return redis.execute((RedisCallback<List<@Nullable Object>>) connection -> {
            connection.openPipeline();
            commands.accept(connection);
            return connection.closePipeline();
        });
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
