package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.process.Heap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Measures how long it takes until those who watch a board see that somebody has scored: from before the score is sent
 * until the page with it has arrived. One reader, then a thousand, then a thousand of whom ten never read.
 */
class UpdatesBenchmark {

    private static final int READERS = Integer.getInteger("streakboard.benchmark.readers", 1_000);
    private static final int SILENT = Integer.getInteger("streakboard.benchmark.silent", 10);
    private static final int CHANGES = Integer.getInteger("streakboard.benchmark.changes", 30);
    private static final int LEAST_PAUSE = 600;
    private static final int FURTHER_PAUSE = 500;

    /** So many come at the same moment: an instance refuses requests that wait too long for their turn. */
    private static final int AT_ONCE = 50;

    private static final int SMALL_BUFFER = 4_096;
    private static final String SCORES = "/api/boards/watched/scores";
    private static final String UPDATES = "/api/boards/watched/updates";
    private static final String TOKEN = DevelopmentToken.of(1, "service");

    /** The first one's score on a page. */
    private static final Pattern SCORE = Pattern.compile("^data: \\{\"board\".*?\"score\":(\\d+)");

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final Random random = new Random(1);
    private long messages;
    private int score;

    @Test
    void changesAsReadersSeeThem() throws Exception {
        try (var servers = EmbeddedServers.startFresh("benchmark");
                var application = start(servers)) {
            send(application, LongStream.rangeClosed(2, READERS).boxed().toList(), 1);
            score = addToFirst(application, READERS);
            OUT.println();
            OUT.println("| readers | never read | seen | median | 99 %   | longest | heap before | after  |");
            OUT.println("|--------:|-----------:|-----:|-------:|-------:|--------:|------------:|-------:|");
            round(application, 1, 0);
            round(application, READERS, 0);
            round(application, READERS, SILENT);
            OUT.println();
        }
    }

    private static ApplicationProcess start(EmbeddedServers servers) {
        var properties = new HashMap<>(servers.properties("benchmark", 0));
        properties.put("logging.level.root", "warn");
        properties.put("streakboard.boards[0].name", "watched");
        // Clients of the round before are known to be gone only when something is written to them.
        properties.put("streakboard.updates.max-streams", 3 * READERS);
        properties.put("streakboard.updates.max-streams-per-learner", 10);
        var program = List.of(
                "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
        return ApplicationProcess.start("updates", program, properties);
    }

    private void round(ApplicationProcess application, int readers, int silent) throws Exception {
        var sent = new long[CHANGES];
        var delays = new ConcurrentLinkedQueue<Long>();
        var open = new AtomicInteger();
        int base = score;
        var sockets = new ArrayList<Socket>();
        try {
            for (int i = 1; i <= readers; i++) {
                var socket = watch(application, i, i <= silent);
                sockets.add(socket);
                if (i > silent) {
                    Thread.ofVirtual().start(() -> read(socket, base, sent, delays, open));
                }
                if (i % AT_ONCE == 0 || i == readers) {
                    int reading = Math.max(0, i - silent);
                    await().atMost(Duration.ofMinutes(1)).until(() -> open.get() == reading);
                }
            }
            int reading = readers - silent;
            var before = Heap.used(application);
            for (int change = 0; change < CHANGES; change++) {
                new CountDownLatch(1).await(LEAST_PAUSE + random.nextInt(FURTHER_PAUSE), TimeUnit.MILLISECONDS);
                synchronized (sent) {
                    sent[change] = System.nanoTime();
                }
                score = addToFirst(application, 1);
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> delays.size() >= reading * CHANGES);
            print(readers, silent, delays, before, Heap.used(application));
        } finally {
            for (var socket : sockets) {
                socket.close();
            }
        }
    }

    private static void print(int readers, int silent, Queue<Long> delays, String before, String after) {
        var sorted = delays.stream().mapToLong(Long::longValue).sorted().toArray();
        OUT.printf(
                "| %,7d | %10d | %,4d | %.2f s | %.2f s | %.2f s  | %11s | %6s |%n",
                readers,
                silent,
                sorted.length,
                sorted[sorted.length / 2] / 1e9,
                sorted[(int) (sorted.length * 0.99)] / 1e9,
                sorted[sorted.length - 1] / 1e9,
                before,
                after);
    }

    private static Socket watch(ApplicationProcess application, long learner, boolean silent) throws IOException {
        var socket = new Socket();
        if (silent) {
            socket.setReceiveBufferSize(SMALL_BUFFER);
        }
        socket.connect(new InetSocketAddress("127.0.0.1", application.port()));
        socket.getOutputStream().write(Load.get(UPDATES, DevelopmentToken.of(learner)));
        return socket;
    }

    /** Notes for each change when it was seen. A page may show several at once. */
    private static void read(Socket socket, int base, long[] sent, Queue<Long> delays, AtomicInteger open) {
        int seen = -1;
        try (var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var page = SCORE.matcher(line);
                if (page.find()) {
                    long now = System.nanoTime();
                    int shown = Integer.parseInt(page.group(1)) - base;
                    if (seen < 0) {
                        seen = 0;
                        open.incrementAndGet();
                    }
                    synchronized (sent) {
                        for (; seen < shown; seen++) {
                            delays.add(now - sent[seen]);
                        }
                    }
                }
            }
        } catch (IOException ended) {
            // the round is over
        }
    }

    private int addToFirst(ApplicationProcess application, int delta) throws IOException, InterruptedException {
        send(application, List.of(1L), delta);
        return score + delta;
    }

    private void send(ApplicationProcess application, List<Long> members, int delta)
            throws IOException, InterruptedException {
        var json = members.stream()
                .map(member -> "{\"member\":\"%d\",\"delta\":%d,\"messageId\":\"message-%d\"}"
                        .formatted(member, delta, ++messages))
                .collect(Collectors.joining(",", "{\"scores\":[", "]}"));
        var answer = application.post(SCORES, TOKEN, json);
        assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(200);
    }
}
