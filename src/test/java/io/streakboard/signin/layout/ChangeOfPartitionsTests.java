package io.streakboard.signin.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.embedded.RedisCluster;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.support.TestRedis;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The command by which an operator removes the keys of learners, as the page for operators has it. */
@EnabledIf("hasRedisCli")
class ChangeOfPartitionsTests {

    private static final RedisCluster CLUSTER = RedisCluster.startIn(Path.of("target", "cluster-of-partitions"), 0);

    @RegisterExtension
    static final TestRedis SERVER = TestRedis.of(CLUSTER);

    private final StringRedisTemplate redis = SERVER.template();
    private final Partitions partitions = new Partitions(128);

    static boolean hasRedisCli() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> new File(folder, "redis-cli").canExecute());
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    @Test
    void theDocumentedCommandRemovesTheKeysOfAllPartitionsOnAllMasters() throws Exception {
        var keys = new ArrayList<String>();
        for (int i = 0; i < 2_000; i++) {
            keys.add(partitions.key(i % partitions.count(), "year:2026:" + i));
        }
        keys.forEach(key -> redis.opsForValue().set(key, "x"));
        redis.opsForValue().set("streakboard:boards:complete", "stays");

        for (var node :
                CLUSTER.properties().values().iterator().next().toString().split(",")) {
            var address = node.split(":");
            run(documented().replace("redis-1 6379", address[0] + " " + address[1]));
        }

        assertThat(keys).noneMatch(redis::hasKey);
        assertThat(redis.hasKey("streakboard:boards:complete")).isTrue();
    }

    /** The shell function, and its first call. */
    private static String documented() throws Exception {
        var page = Files.readString(Path.of("docs", "operations.md"));
        var section = page.substring(page.indexOf("### To change the partitions"));
        var code = section.substring(section.indexOf("```sh\n") + 6);
        return code.substring(0, code.indexOf("```"));
    }

    private static void run(String script) throws Exception {
        var process = new ProcessBuilder(List.of("sh", "-euc", script))
                .redirectErrorStream(true)
                .start();
        var printed = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains("errors: 0");
    }
}
