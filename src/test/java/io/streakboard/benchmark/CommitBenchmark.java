package io.streakboard.benchmark;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.embedded.MySqlGroup;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/** A commit of one row: by a MySQL alone, and by the primary of a group of three on the same machine. */
@EnabledIfSystemProperty(named = "streakboard.embedded.mysql-home", matches = ".+")
class CommitBenchmark {

    private static final int COMMITS = 2_000;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    @Test
    void aloneAndInAGroup() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "commits-");
        OUT.println("| | connections | median, ms | 99 % below, ms | a second |\n|---|--:|--:|--:|--:|");
        try (var servers = EmbeddedServers.startIn(folder.resolve("alone"))) {
            measure("alone", servers.database().dataSource("commits"));
        }
        try (var group = MySqlGroup.startIn(folder.resolve("group"))) {
            measure("in a group", group.primary().dataSource("commits"));
        }
        FileSystemUtils.deleteRecursively(folder);
    }

    private static void measure(String what, DataSource source) throws Exception {
        JdbcClient.create(source)
                .sql("CREATE TABLE entry (id BIGINT AUTO_INCREMENT PRIMARY KEY, learner BIGINT NOT NULL)")
                .update();
        commits(source, 1); // warms up
        for (int connections : List.of(1, 16)) {
            long begun = System.nanoTime();
            var nanos = commits(source, connections);
            OUT.printf(
                    "| %s | %d | %.1f | %.1f | %,.0f |%n",
                    what,
                    connections,
                    nanos[nanos.length / 2] / 1e6,
                    nanos[nanos.length * 99 / 100] / 1e6,
                    nanos.length / ((System.nanoTime() - begun) / 1e9));
        }
    }

    private static long[] commits(DataSource source, int connections) throws Exception {
        try (var threads = Executors.newFixedThreadPool(connections)) {
            var all = IntStream.range(0, connections)
                    .mapToObj(each -> threads.submit(() -> commits(source)))
                    .toList();
            var nanos = LongStream.empty();
            for (Future<long[]> each : all) {
                nanos = LongStream.concat(nanos, Arrays.stream(each.get()));
            }
            return nanos.sorted().toArray();
        }
    }

    private static long[] commits(DataSource source) throws Exception {
        var nanos = new long[COMMITS];
        try (var connection = source.getConnection();
                var insert = connection.prepareStatement("INSERT INTO entry (learner) VALUES (?)")) {
            for (int i = 0; i < COMMITS; i++) {
                long begun = System.nanoTime();
                insert.setLong(1, i);
                insert.executeUpdate();
                nanos[i] = System.nanoTime() - begun;
            }
        }
        return nanos;
    }
}
