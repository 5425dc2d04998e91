package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.codec.StringCodec;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * Measures reads of large boards, while single scores arrive, against an endpoint of the same process that does nothing
 * but one {@code GET}, and rebuilds of these boards against nothing but a {@code ZADD} for each member, pipelined. All
 * take turns; servers are durable as by default.
 */
class RankingBenchmark {

    private static final int[] SIZES = Arrays.stream(
                    System.getProperty("streakboard.benchmark.members", "1000000,10000000")
                            .split(","))
            .mapToInt(Integer::parseInt)
            .toArray();
    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 5);
    private static final int REBUILDS = Integer.getInteger("streakboard.benchmark.rebuilds", 3);
    private static final int REQUESTS = Integer.getInteger("streakboard.benchmark.requests", 16_000);
    private static final int WARM_UPS = 3;
    private static final int READERS = 1_000;
    private static final int PIPELINE = 1_000;
    private static final int A_FILE = 1_000_000;
    private static final Duration A_WRITE_EVERY = Duration.ofMillis(50);
    private static final String SCHEMA = "benchmark";
    private static final String FLOOR = "floor";

    /** Ids of one length, so that their texts are in the order of the numbers, which is that of the table. */
    private static final long FIRST = 10_000_000;

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** Requests a second. */
    private record Reads(double bare, double top, double rank, double around) {

        void print(String name) {
            OUT.printf(
                    "| %-18s | %,7.0f | %,7.0f | %5.2f | %,7.0f | %5.2f | %,7.0f | %5.2f |%n",
                    name, bare, top, top / bare, rank, rank / bare, around, around / bare);
        }

        static Reads median(List<Reads> rounds) {
            return new Reads(
                    median(rounds, Reads::bare),
                    median(rounds, Reads::top),
                    median(rounds, Reads::rank),
                    median(rounds, Reads::around));
        }

        private static double median(List<Reads> rounds, ToDoubleFunction<Reads> figure) {
            var sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
            return sorted[sorted.length / 2];
        }
    }

    private final Random random = new Random(1);

    @Test
    void readsAndRebuildsAgainstBareCommands() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder);
                var application = start(servers);
                var database = connect(servers);
                var client = EndedSeason.client(servers.redis().port())) {
            for (int size : SIZES) {
                fill(size, application, database, folder);
            }
            rebuilds(application, client);
            reads(application);
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static ApplicationProcess start(EmbeddedServers servers) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("logging.level.root", "warn");
        properties.put("spring.profiles.include", "benchmark");
        properties.put("server.tomcat.max-keep-alive-requests", -1);
        for (int i = 0; i < SIZES.length; i++) {
            properties.put("streakboard.boards[" + i + "].name", board(SIZES[i]));
        }
        var program = List.of(
                "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
        return ApplicationProcess.start("rankings", program, properties);
    }

    private static Connection connect(EmbeddedServers servers) throws SQLException {
        return DriverManager.getConnection(
                servers.database().jdbcUrl(SCHEMA).replace("&socketTimeout=60000", "") + "&allowLoadLocalInfile=true",
                servers.database().user(),
                servers.database().password());
    }

    private static String board(int size) {
        return "of-" + size;
    }

    private static String scores(long member) {
        return "{\"scores\":[{\"member\":\"%d\",\"delta\":1,\"messageId\":\"%d\"}]}"
                .formatted(member, System.nanoTime());
    }

    /** The first score makes the edition, all others go to its table. */
    private static void fill(int size, ApplicationProcess application, Connection database, Path folder)
            throws Exception {
        write(application, size, FIRST);
        try (var statement = database.createStatement()) {
            for (long from = FIRST + 1; from < FIRST + size; from += A_FILE) {
                var file = folder.resolve("scores.tsv");
                try (var rows = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
                    for (long member = from; member < Math.min(from + A_FILE, FIRST + size); member++) {
                        rows.append(Long.toString(member)).append('\t');
                        rows.append(Long.toString(score(member))).append('\n');
                    }
                }
                statement.execute("""
                        LOAD DATA LOCAL INFILE '%s' INTO TABLE board_score (member, score)
                        SET edition_id = (SELECT id FROM board_edition WHERE board = '%s'),
                            reached_at = '2026-01-01', occurred_at = '2026-01-01', corrections = 0, hidden = FALSE
                        """.formatted(file, board(size)));
            }
        }
    }

    private static long score(long member) {
        return member * 7919 % 100_000_007;
    }

    private static void write(ApplicationProcess application, int size, long member)
            throws IOException, InterruptedException {
        var answer = application.post(
                "/api/boards/" + board(size) + "/scores", DevelopmentToken.of(1, "service"), scores(member));
        assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(200);
    }

    private static void rebuilds(ApplicationProcess application, RedisClient client) throws Exception {
        OUT.println();
        OUT.println("| members    | `ZADD`s | rebuild | ratio |");
        OUT.println("|-----------:|--------:|--------:|------:|");
        for (int size : SIZES) {
            for (int i = 0; i < (size == SIZES[0] ? REBUILDS : 1); i++) {
                double floor = size == SIZES[0] ? add(client, size) : Double.NaN; // it takes long
                long start = System.nanoTime();
                var answer = application.actuate("/actuator/boards/" + board(size), "{\"action\":\"rebuild\"}");
                double seconds = EndedSeason.secondsSince(start);
                assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(200);
                OUT.printf("| %,10d | %5.1f s | %5.1f s | %5.2f |%n", size, floor, seconds, floor / seconds);
            }
        }
    }

    /** Seconds that it takes to add members one by one, a thousand under way at a time. */
    private static double add(RedisClient client, int size) {
        try (var connection = client.connect(StringCodec.ASCII)) {
            connection.setAutoFlushCommands(false);
            var redis = connection.async();
            var before = new ArrayList<RedisFuture<Long>>(PIPELINE);
            var batch = new ArrayList<RedisFuture<Long>>(PIPELINE);
            long start = System.nanoTime();
            for (long member = FIRST; member < FIRST + size; member += PIPELINE) {
                for (long each = member; each < Math.min(member + PIPELINE, FIRST + size); each++) {
                    batch.add(redis.zadd(FLOOR, score(each), Long.toString(each)));
                }
                connection.flushCommands();
                before.forEach(RankingBenchmark::done);
                before.clear();
                before.addAll(batch);
                batch.clear();
            }
            before.forEach(RankingBenchmark::done);
            double seconds = EndedSeason.secondsSince(start);
            var unlink = redis.unlink(FLOOR);
            connection.flushCommands();
            done(unlink);
            return seconds;
        }
    }

    private static void done(RedisFuture<Long> command) {
        command.toCompletableFuture().join();
    }

    private void reads(ApplicationProcess application) throws Exception {
        OUT.println();
        OUT.println("| members            | bare    | top     | ratio | rank    | ratio | around  | ratio |");
        OUT.println("|--------------------|--------:|--------:|------:|--------:|------:|--------:|------:|");
        var first = new ArrayList<Reads>();
        for (int size : SIZES) {
            for (int i = 0; i < WARM_UPS; i++) {
                round(application, size).print("warm-up");
            }
            var rounds = new ArrayList<Reads>();
            for (int i = 1; i <= ROUNDS; i++) {
                var round = round(application, size);
                round.print("%,d".formatted(size));
                rounds.add(round);
            }
            var median = Reads.median(rounds);
            median.print("%,d, median".formatted(size));
            first.add(median);
            if (size != SIZES[0]) {
                OUT.printf(
                        "|   to the first     |         | %7.2f |       | %7.2f |       | %7.2f |       |%n",
                        median.top()
                                / median.bare()
                                / (first.getFirst().top() / first.getFirst().bare()),
                        median.rank()
                                / median.bare()
                                / (first.getFirst().rank() / first.getFirst().bare()),
                        median.around()
                                / median.bare()
                                / (first.getFirst().around() / first.getFirst().bare()));
            }
        }
        OUT.println();
    }

    private Reads round(ApplicationProcess application, int size) throws Exception {
        var end = new CountDownLatch(1);
        var writer = CompletableFuture.runAsync(() -> keepWriting(application, size, end));
        try {
            var path = "/api/boards/" + board(size) + "/";
            return new Reads(
                    run(application, size, reader -> BareEndpoint.READ),
                    run(application, size, reader -> path + "top"),
                    run(application, size, reader -> path + "scores/" + reader),
                    run(application, size, reader -> path + "around/" + reader));
        } finally {
            end.countDown();
            writer.join();
        }
    }

    private double run(ApplicationProcess application, int size, LongFunction<String> path) throws Exception {
        var requests = IntStream.range(0, READERS)
                .mapToLong(i -> FIRST + random.nextInt(size))
                .mapToObj(reader -> Load.get(path.apply(reader), DevelopmentToken.of(reader)))
                .toList();
        return Load.run(
                application.port(),
                IntStream.range(0, REQUESTS)
                        .mapToObj(i -> requests.get(i % READERS))
                        .toList());
    }

    /** Somebody's score rises now and then, so that no read finds the board as the one before has left it. */
    private static void keepWriting(ApplicationProcess application, int size, CountDownLatch end) {
        var members = new Random(2);
        try {
            while (!end.await(A_WRITE_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                write(application, size, FIRST + members.nextInt(size));
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
