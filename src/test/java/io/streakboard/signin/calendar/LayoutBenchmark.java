package io.streakboard.signin.calendar;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.signin.Settings;
import io.streakboard.signin.partition.Partitions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.util.FileSystemUtils;

/**
 * The memory of a learner's year in Redis, as the server reports it: a million learners who sign in on every day of
 * it. Bits are set as the scripts do, one byte after the other, since that decides how much room Redis sets aside;
 * learners come in any order.
 */
class LayoutBenchmark {

    private static final int LEARNERS = 1_000_000;
    private static final int BATCH = 1_000;
    private static final int YEAR = 2026;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /**
     * ARGV: how many bytes, and of a whole new bitmap, 0 if it grows; then for each bitmap its key and its first
     * byte.
     */
    private static final RedisScript<Long> SIGN_ALL = RedisScript.of("""
            local full = string.rep(string.char(255), ARGV[1])
            for i = 3, #ARGV, 2 do
              if ARGV[2] ~= '0' and redis.call('EXISTS', ARGV[i]) == 0 then
                redis.call('SETBIT', ARGV[i], ARGV[2] * 8 - 1, 0)
              end
              for byte = 0, ARGV[1] - 1 do redis.call('SETBIT', ARGV[i], (ARGV[i + 1] + byte) * 8, 1) end
              redis.call('SETRANGE', ARGV[i], ARGV[i + 1], full)
            end
            return #ARGV
            """, Long.class);

    private record Bitmap(String key, int firstByte) {}

    @Test
    void aMillionLearnerYears() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder)) {
            var connections =
                    new LettuceConnectionFactory("127.0.0.1", servers.redis().port());
            connections.start();
            var redis = new StringRedisTemplate(connections);
            set(redis, "appendonly", "no"); // the file would only cost time
            OUT.printf(
                    "%nRedis %s, %s%n", info(redis, "server", "redis_version"), info(redis, "memory", "mem_allocator"));
            for (var layout : BitmapLayout.values()) {
                var keys =
                        new CalendarKeys(Settings.of(CalendarProperties.class, "layout=" + layout), new Partitions(4));
                measure(
                        redis,
                        layout + ", such as " + keys.year(1, YEAR),
                        46,
                        layout.bytes(),
                        learner -> List.of(new Bitmap(keys.year(learner, YEAR), keys.firstByte(learner))));
            }
            measure(
                    redis,
                    "a key for each learner and month, such as user:sign:1:202601",
                    4,
                    0,
                    learner -> IntStream.rangeClosed(1, 12)
                            .mapToObj(month -> new Bitmap("user:sign:%d:%d%02d".formatted(learner, YEAR, month), 0))
                            .toList());
            connections.destroy();
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static void measure(
            StringRedisTemplate redis, String name, int bytes, int whole, LongFunction<List<Bitmap>> bitmaps) {
        redis.execute((RedisCallback<Boolean>) connection -> {
            connection.serverCommands().flushAll();
            return true;
        });
        long before = usedMemory(redis);
        var learners =
                new ArrayList<>(LongStream.rangeClosed(1, LEARNERS).boxed().toList());
        Collections.shuffle(learners, new Random(42));
        for (int from = 0; from < LEARNERS; from += BATCH) {
            var arguments = new ArrayList<String>(List.of(Integer.toString(bytes), Integer.toString(whole)));
            for (long learner : learners.subList(from, from + BATCH)) {
                for (var bitmap : bitmaps.apply(learner)) {
                    arguments.add(bitmap.key());
                    arguments.add(Integer.toString(bitmap.firstByte()));
                }
            }
            for (int part = 2; part < arguments.size(); part += 2 * BATCH) {
                var some = new ArrayList<String>(arguments.subList(0, 2));
                some.addAll(arguments.subList(part, Math.min(part + 2 * BATCH, arguments.size())));
                redis.execute(SIGN_ALL, List.of(), some.toArray());
            }
        }
        OUT.printf("| %-60s | %,7.1f bytes |%n", name, (usedMemory(redis) - before) / (double) LEARNERS);
    }

    private static void set(StringRedisTemplate redis, String setting, String value) {
        redis.execute((RedisCallback<Boolean>) connection -> {
            connection.serverCommands().setConfig(setting, value);
            return true;
        });
    }

    private static long usedMemory(StringRedisTemplate redis) {
        return Long.parseLong(info(redis, "memory", "used_memory"));
    }

    private static String info(StringRedisTemplate redis, String section, String figure) {
        return Objects.requireNonNull(redis.execute((RedisCallback<String>)
                connection -> Objects.requireNonNull(connection.serverCommands().info(section))
                        .getProperty(figure)));
    }
}
