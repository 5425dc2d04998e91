package io.streakboard.fault;

import static io.streakboard.fault.Clustered.mark;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.embedded.RedisCluster;
import io.streakboard.process.ApplicationProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/**
 * Round after round, in any order and while learners sign in: slots move, an instance is killed, a master is killed and
 * comes back. Answers wait for a replica, so nothing that was answered may be lost: after each round log, ledger,
 * totals, board and calendars hold each sign-in once.
 */
class ClusterNightlyTests {

    private static final String SCHEMA = "night";
    private static final int PARTITIONS = 32;
    private static final int SLOTS_A_ROUND = 4;
    private static final Duration TIME = Duration.parse(System.getProperty("streakboard.nightly.time", "PT10M"));
    private static final long SEED = Long.getLong("streakboard.nightly.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Random random = new Random(SEED);
    private final List<ApplicationProcess> instances = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger turn = new AtomicInteger();
    private Path folder;
    private EmbeddedServers servers;
    private RedisCluster cluster;

    @BeforeEach
    void startServers() throws Exception {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "night-");
        servers = EmbeddedServers.startIn(folder);
        cluster = RedisCluster.startIn(folder.resolve("cluster"), 1);
    }

    @AfterEach
    void stopServers() throws Exception {
        instances.forEach(ApplicationProcess::close);
        cluster.close();
        servers.close();
        FileSystemUtils.deleteRecursively(folder);
    }

    @Test
    void allBooksAgreeHoweverOftenSomethingDies() throws Exception {
        System.out.println("streakboard.nightly.seed=" + SEED);
        long end = System.nanoTime() + TIME.toNanos();
        instances.add(start("night-1"));
        int round = 0;
        while (round == 0 || System.nanoTime() < end) {
            round++;
            instances.add(start("night-" + (instances.size() + 1)));
            await().atMost(PATIENCE).until(this::whole);
            round(10_000_000L * round);
        }
        System.out.println(round + " rounds");
    }

    private void round(long firstLearner) throws Exception {
        try (var crowd = new Crowd(firstLearner)) {
            crowd.come(nextInTurn());
            var faults = new ArrayList<Callable<?>>(List.of(this::moveSlots, this::killInstance, this::killMaster));
            Collections.shuffle(faults, random);
            for (int i = 0; i < faults.size(); i++) {
                int answered = Crowd.SIZE * (i + 1) / (faults.size() + 1);
                await().atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(2))
                        .until(() -> crowd.answered().size() >= answered);
                faults.get(i).call();
            }
            crowd.awaitAnswers();
            await().atMost(PATIENCE).until(this::whole);
            var instance = instances.getFirst();
            var books = new Books(servers, SCHEMA);
            books.awaitDrained(instance);
            books.assertCountedOnce(crowd.answered(), instance);
            System.out.printf(
                    "%d sign-ins, %d without an answer at first, %d told to come again%n",
                    crowd.answered().size(), crowd.cutOff(), crowd.unavailable());
        }
    }

    private Supplier<ApplicationProcess> nextInTurn() {
        return () -> {
            synchronized (instances) {
                return instances.get(turn.getAndIncrement() % instances.size());
            }
        };
    }

    /** Those of some partitions and that of the board. */
    private Void moveSlots() throws Exception {
        for (int i = 0; i < SLOTS_A_ROUND; i++) {
            move(mark(random.nextInt(PARTITIONS)));
        }
        move(Clustered.board(JdbcClient.create(servers.database().dataSource(SCHEMA))));
        return null;
    }

    private void move(String key) throws Exception {
        cluster.move(key, cluster.anotherMaster(key));
    }

    private Void killInstance() {
        instances.remove(random.nextInt(instances.size())).kill();
        return null;
    }

    /** It comes back as a replica of its successor, without which that one could not answer. */
    private Void killMaster() {
        cluster.restart(cluster.failOver(mark(random.nextInt(PARTITIONS))));
        return null;
    }

    private boolean whole() throws Exception {
        return Wholeness.of(instances.getFirst());
    }

    private ApplicationProcess start(String name) {
        var properties = Clustered.properties(servers, cluster, SCHEMA, PARTITIONS);
        properties.put("streakboard.signin.acknowledge", "replicated");
        return ApplicationProcess.startPackaged(name, properties);
    }
}
