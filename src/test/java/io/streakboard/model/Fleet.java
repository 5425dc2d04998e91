package io.streakboard.model;

import io.streakboard.process.ApplicationProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/** The instances, each with a clock of its own. Clocks only move on. */
final class Fleet implements AutoCloseable {

    /**
     * Compiled quickly rather than well, as they are started often. The carriers are what the application's main sets.
     */
    private static final List<String> PROGRAM = List.of(
            "-Xmx384m",
            "-XX:TieredStopAtLevel=1",
            "-Djdk.virtualThreadScheduler.parallelism=16",
            "-cp",
            System.getProperty("java.class.path"),
            "io.streakboard.StreakboardApplication");

    private static final int TRIES = 3;

    private final Path folder;
    private final Map<String, Object> properties;
    private final Duration[] offsets;
    private final AtomicReferenceArray<@Nullable ApplicationProcess> instances;
    private final List<CompletableFuture<Void>> starts;

    Fleet(int size, Path folder, Map<String, Object> properties, Instant now) {
        this.folder = folder;
        this.properties = properties;
        this.offsets = new Duration[size];
        this.instances = new AtomicReferenceArray<>(size);
        this.starts = new ArrayList<>(Collections.nCopies(size, CompletableFuture.completedFuture(null)));
        for (int i = 0; i < size; i++) {
            set(i, Duration.between(Instant.now(), now));
            FileSystemUtils.deleteRecursively(new File("target", "model-" + i + ".log"));
        }
    }

    /** Starts an instance, and returns at once. */
    synchronized void start(int instance) {
        starts.set(
                instance,
                CompletableFuture.runAsync(
                        () -> instances.set(instance, started(instance)), Thread::startVirtualThread));
    }

    /** An instance does not start while a server is down: then it is started again, as whoever looks after it would. */
    private ApplicationProcess started(int instance) {
        var settings = new HashMap<>(properties);
        settings.put("model.clock", clock(instance));
        // No main class of its own: with a second one spring-boot:test-run would not know which to run.
        settings.put("spring.main.sources", MovableClock.class.getName() + "," + Echoes.class.getName());
        for (int tries = 1; ; tries++) {
            try {
                return ApplicationProcess.start("model-" + instance, PROGRAM, settings);
            } catch (IllegalStateException stopped) {
                if (tries == TRIES) {
                    throw stopped;
                }
            }
        }
    }

    void startAll() {
        IntStream.range(0, instances.length()).forEach(this::start);
        awaitAll();
    }

    /** Returns when all instances are ready that were started. */
    void awaitAll() {
        List<CompletableFuture<Void>> all;
        synchronized (this) {
            all = List.copyOf(starts);
        }
        all.forEach(CompletableFuture::join);
    }

    /** {@code kill -9}. */
    void kill(int instance) {
        awaitStart(instance);
        var killed = instances.getAndSet(instance, null);
        if (killed != null) {
            killed.kill();
        }
    }

    private void awaitStart(int instance) {
        CompletableFuture<Void> start;
        synchronized (this) {
            start = starts.get(instance);
        }
        start.join();
    }

    ApplicationProcess ready(int instance) {
        awaitStart(instance);
        return Objects.requireNonNull(instances.get(instance));
    }

    /** An instance that runs, the given one if it does. */
    int near(int turn) throws IOException {
        return IntStream.range(turn, turn + instances.length())
                .map(each -> each % instances.length())
                .filter(each -> instances.get(each) != null)
                .findFirst()
                .orElseThrow(() -> new IOException("no instance runs"));
    }

    ApplicationProcess get(int instance) throws IOException {
        var running = instances.get(instance);
        if (running == null) {
            throw new IOException("instance " + instance + " does not run");
        }
        return running;
    }

    private Path clock(int instance) {
        return folder.resolve("clock-" + instance);
    }

    private synchronized void set(int instance, Duration offset) {
        offsets[instance] = offset;
        MovableClock.write(clock(instance), offset);
    }

    synchronized Instant now(int instance) {
        return Instant.now().plus(offsets[instance]);
    }

    /** The time by the clock that is ahead. */
    synchronized Instant now() {
        return Instant.now().plus(Stream.of(offsets).max(Duration::compareTo).orElseThrow());
    }

    /** Moves one clock to a time, unless it is past that. */
    synchronized void leap(int instance, Instant to) {
        var ahead = Duration.between(now(instance), to);
        if (ahead.isPositive()) {
            set(instance, offsets[instance].plus(ahead));
        }
    }

    /** Moves all clocks to a time; those that were behind are so no more. */
    synchronized void leap(Instant to) {
        var latest = to.isAfter(now()) ? to : now();
        IntStream.range(0, offsets.length).forEach(instance -> leap(instance, latest));
    }

    @Override
    public void close() {
        for (int i = 0; i < instances.length(); i++) {
            try {
                kill(i);
            } catch (RuntimeException neverStarted) {
                // nothing to stop
            }
        }
    }
}
