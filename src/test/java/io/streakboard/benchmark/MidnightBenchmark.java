package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole application through a midnight on a sliding board of many members, a tenth of whom were active on the day
 * that leaves the window. Readers compare each answer with what sorting says, while new members score; Redis notes each
 * command that takes long.
 */
@SuppressWarnings("NullAway.Init") // all is there once it is filled
class MidnightBenchmark {

    private static final int MEMBERS = Integer.getInteger("streakboard.benchmark.members", 1_000_000);

    /** How long before midnight the clock starts: filling and building come first. */
    private static final Duration AHEAD = Duration.ofSeconds(Integer.getInteger("streakboard.benchmark.ahead", 120));

    private static final Duration READING = Duration.ofSeconds(20);
    private static final Duration A_WRITE_EVERY = Duration.ofMillis(20);
    private static final int READERS = 4;
    private static final int ACTIVE_ON_THE_LAST_DAY = 10;
    private static final int DAYS = 7;
    private static final long NOTED_MICROS = 300;
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 21);
    private static final Instant MIDNIGHT = TODAY.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    private static final String SCHEMA = "benchmark";
    private static final String BOARD = "active";
    private static final String PATH = "/api/boards/" + BOARD + "/";
    private static final long FIRST = 10_000_000;
    private static final JsonMapper JSON = new JsonMapper();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** What a window has to show: no two members have the same score. */
    private record Window(LocalDate day, long[] sorted) {

        static Window of(LocalDate day) {
            return new Window(
                    day,
                    IntStream.range(0, MEMBERS)
                            .mapToLong(member -> score(day, member))
                            .sorted()
                            .toArray());
        }

        static long score(LocalDate day, int member) {
            return steady(member) + (day.equals(TODAY) ? leaving(member) : 0);
        }

        long rank(int member) {
            return MEMBERS - Arrays.binarySearch(sorted, score(day, member));
        }

        /** Whether a row of an answer is right. Who has begun to score meanwhile stands below all others. */
        boolean shows(JsonNode row) {
            long member = row.get("member").asLong() - FIRST;
            return member >= MEMBERS
                    ? row.get("rank").asLong() > MEMBERS
                    : row.get("rank").asLong() == rank((int) member)
                            && row.get("score").asLong() == score(day, (int) member);
        }
    }

    /** What stays in both windows. */
    private static long steady(int member) {
        return 2 + 2 * ((member + 1L) * 7_919 % 100_000_007);
    }

    /** What leaves at midnight. */
    private static long leaving(int member) {
        return member % ACTIVE_ON_THE_LAST_DAY == 0 ? 50_000_001 : 0;
    }

    private final Window today = Window.of(TODAY);
    private final Window tomorrow = Window.of(TODAY.plusDays(1));
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong readsOfTomorrow = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private volatile boolean changed;
    private volatile long end = Long.MAX_VALUE;
    private ApplicationProcess application;

    @Test
    void noReadIsWrongThroughMidnight() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder);
                var client = EndedSeason.client(servers.redis().port());
                var redis = client.connect(StringCodec.ASCII)) {
            try (var started = start(servers);
                    var database = connect(servers)) {
                application = started;
                fill(database, folder);
                rebuild(TODAY);
                rebuild(TODAY.plusDays(1));
                long midnight = midnight();
                long left = midnight - System.nanoTime();
                OUT.printf("%n%,d members, built %.0f s before midnight%n", MEMBERS, left / 1e9);
                assertThat(left).as("time left until midnight").isPositive();
                redis.sync().configSet("slowlog-log-slower-than", Long.toString(NOTED_MICROS));
                redis.sync().configSet("slowlog-max-len", "1000000");
                redis.sync().slowlogReset();
                readThrough(midnight);
                print(redis.sync());
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
        wrong.stream().limit(10).forEach(OUT::println);
        assertThat(wrong).isEmpty();
        assertThat(readsOfTomorrow).hasPositiveValue();
    }

    private static ApplicationProcess start(EmbeddedServers servers) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("logging.level.root", "warn");
        properties.put("streakboard.zone", "UTC");
        properties.put("streakboard.clock.start", MIDNIGHT.minus(AHEAD));
        properties.put("streakboard.boards[0].name", BOARD);
        properties.put("streakboard.boards[0].period", "sliding");
        properties.put("streakboard.boards[0].days", DAYS);
        properties.put("streakboard.boards[0].retention", "PT1H");
        var program = List.of(
                "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
        return ApplicationProcess.start("midnight", program, properties);
    }

    private static Connection connect(EmbeddedServers servers) throws SQLException {
        return DriverManager.getConnection(
                servers.database().jdbcUrl(SCHEMA).replace("&socketTimeout=60000", "") + "&allowLoadLocalInfile=true",
                servers.database().user(),
                servers.database().password());
    }

    /** The first score of all makes the windows; it is of nobody who is compared. */
    private void fill(Connection database, Path folder) throws Exception {
        write();
        var leaves = TODAY.minusDays(DAYS - 1L);
        var stays = TODAY.minusDays(2);
        var file = folder.resolve("scores.tsv");
        try (var rows = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (int member = 0; member < MEMBERS; member++) {
                rows.append(Long.toString(FIRST + member)).append('\t');
                rows.append(Long.toString(Window.score(TODAY, member))).append('\t');
                rows.append(leaving(member) == 0 ? "" : day(leaves, leaving(member)) + ",");
                rows.append(day(stays, steady(member))).append('\n');
            }
        }
        try (var statement = database.createStatement()) {
            statement.execute("""
                    LOAD DATA LOCAL INFILE '%s' INTO TABLE board_score (member, score, days)
                    SET edition_id = (SELECT DISTINCT series_id FROM board_edition WHERE series_id IS NOT NULL),
                        reached_at = '%s', occurred_at = '%s', corrections = 0, hidden = FALSE
                    """.formatted(file, stays, stays));
        }
    }

    private static String day(LocalDate day, long score) {
        return "%s %d %d"
                .formatted(
                        day, score, day.atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli());
    }

    private void rebuild(LocalDate window) throws Exception {
        var answer = application.actuate(
                "/actuator/boards/" + BOARD, "{\"action\":\"rebuild\",\"period\":\"%s\"}".formatted(window));
        assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(200);
    }

    /** When the application's clock shows midnight, within a second: scores tell what it shows. */
    private long midnight() throws Exception {
        write();
        long now = System.nanoTime();
        var reachedAt = get("scores/" + (FIRST + MEMBERS + writes.get()), 0)
                .get("reachedAt")
                .asString();
        return now + Duration.between(Instant.parse(reachedAt), MIDNIGHT).toNanos();
    }

    private void readThrough(long midnight) throws Exception {
        end = midnight + READING.toNanos();
        var tasks = new ArrayList<Callable<Void>>();
        tasks.add(() -> {
            while (System.nanoTime() < end) {
                write();
                LockSupport.parkNanos(A_WRITE_EVERY.toNanos());
            }
            return null;
        });
        for (int i = 0; i < READERS; i++) {
            var random = new Random(i);
            tasks.add(() -> {
                LockSupport.parkNanos(midnight - READING.toNanos() - System.nanoTime());
                while (System.nanoTime() < end) {
                    read(random);
                }
                return null;
            });
        }
        try (var threads = Executors.newFixedThreadPool(tasks.size())) {
            for (var task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
    }

    /** A new member scores: one point, so it is below all others. */
    private void write() throws IOException, InterruptedException {
        long number = writes.incrementAndGet();
        var answer = application.post(
                PATH + "scores",
                DevelopmentToken.of(1, "service"),
                "{\"scores\":[{\"member\":\"%d\",\"delta\":1,\"messageId\":\"%d\"}]}"
                        .formatted(FIRST + MEMBERS + number, number));
        if (answer.statusCode() != 200 || !answer.body().contains("APPLIED")) {
            wrong.add("a score: " + answer.body());
        }
    }

    private void read(Random random) throws IOException, InterruptedException {
        int member = random.nextInt(MEMBERS);
        boolean after = changed;
        switch (random.nextInt(after ? 4 : 3)) {
            case 0 -> page("top", member, after);
            case 1 -> page("around/" + (FIRST + member), member, after);
            case 2 -> standing(member, after);
            default -> page("around/" + (FIRST + member) + "?period=previous", member, false);
        }
        reads.incrementAndGet();
    }

    private JsonNode get(String path, int member) throws IOException, InterruptedException {
        return JSON.readTree(application
                .get(PATH + path, DevelopmentToken.of(FIRST + member))
                .body());
    }

    /** @param after whether somebody has seen tomorrow's window before this was asked */
    private void page(String path, int member, boolean after) throws IOException, InterruptedException {
        var page = get(path, member);
        var period = page.path("edition").path("period").asString("");
        var window = period.equals(tomorrow.day().toString()) ? tomorrow : today;
        boolean right = period.equals(window.day().toString())
                && (!after || window == tomorrow)
                && !page.get("degraded").asBoolean()
                && page.get("total").asLong() >= MEMBERS
                && page.get("me").get("rank").asLong() == window.rank(member);
        long before = 0;
        for (var row : page.path("items")) {
            right &= window.shows(row) && (before == 0 || row.get("rank").asLong() == before + 1);
            before = row.get("rank").asLong();
        }
        judge(right && before > 0, window, path, member, page);
    }

    private void standing(int member, boolean after) throws IOException, InterruptedException {
        var standing = get("scores/" + (FIRST + member), member);
        boolean isTomorrows = tomorrow.shows(standing);
        boolean isTodays = today.shows(standing);
        judge(after ? isTomorrows : isTomorrows || isTodays, isTodays ? today : tomorrow, "scores", member, standing);
    }

    private void judge(boolean right, Window window, String path, int member, JsonNode answer) {
        if (!right) {
            wrong.add("%s for %d: %s".formatted(path, FIRST + member, answer));
        } else if (window == tomorrow) {
            changed = true;
            readsOfTomorrow.incrementAndGet();
        }
    }

    /** Commands by how they begin, and how many keys a script has. */
    private void print(RedisCommands<String, String> redis) {
        var times = new TreeMap<String, List<Long>>();
        for (var entry : redis.slowlogGet(1_000_000)) {
            var parts = (List<?>) entry;
            var command =
                    ((List<?>) parts.get(3)).stream().map(Object::toString).toList();
            var name = command.getFirst().startsWith("EVAL")
                    ? "%s %.8s, %s keys".formatted(command.get(0), command.get(1), command.get(2))
                    : command.getFirst();
            times.computeIfAbsent(name, each -> new ArrayList<>()).add((Long) parts.get(2));
        }
        OUT.printf(
                "%,d reads, %,d of them of tomorrow's window or of neither, %,d wrong; %,d scores%n%n",
                reads.get(), readsOfTomorrow.get(), wrong.size(), writes.get());
        OUT.println("| commands of 0.3 ms or more     | times | half    | 99 %    | longest | 10 ms or more |");
        OUT.println("|--------------------------------|------:|--------:|--------:|--------:|--------------:|");
        for (var each : times.entrySet()) {
            print(each);
        }
        OUT.println();
    }

    private static void print(Map.Entry<String, List<Long>> command) {
        var sorted = command.getValue().stream().sorted().toList();
        OUT.printf(
                "| %-30s | %,5d | %4.1f ms | %4.1f ms | %4.1f ms | %,13d |%n",
                command.getKey(),
                sorted.size(),
                sorted.get(sorted.size() / 2) / 1e3,
                sorted.get(sorted.size() * 99 / 100) / 1e3,
                sorted.getLast() / 1e3,
                sorted.stream().filter(micros -> micros >= 10_000).count());
    }
}
