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
 * GETRANGE streakboard:signin:{2}:year:2026:42 0 47
 * SETRANGE streakboard:signin:{2}:year:2026:42 0 …                in merge.lua
 * SCAN     0 MATCH streakboard:signin:{*}:year:* COUNT 500
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
            keys(year)
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
        if (bits.isEmpty()) {
            return;
        }
        var sha = redis.execute((RedisCallback<String>)
                connection -> connection.scriptingCommands().scriptLoad(bytes(MERGE.getScriptAsString())));
        pipelined(connection -> bits.forEach((year, some) -> {
            var names = keys(year).stream().map(Bitmaps::bytes);
            var arguments = Stream.of(
                    bytes(Integer.toString(keys.address(year.learner()).firstByte())),
                    YearBits.bytes(some.days()),
                    YearBits.bytes(some.makeUps()),
                    YearBits.bytes(some.freezes()));
            connection
                    .scriptingCommands()
                    .evalSha(
                            sha,
                            ReturnType.INTEGER,
                            KINDS,
                            Stream.concat(names, arguments).toArray(byte[][]::new));
        }));
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

    private List<String> keys(LearnerYear year) {
        return List.of(
                keys.year(year.learner(), year.year()),
                keys.makeUps(year.learner(), year.year()),
                keys.freezes(year.learner(), year.year()));
    }

    private List<@Nullable Object> pipelined(Consumer<RedisConnection> commands) {
        return redis.execute((RedisCallback<List<@Nullable Object>>) connection -> {
            connection.openPipeline();
            commands.accept(connection);
            return connection.closePipeline();
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
