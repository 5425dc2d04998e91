package io.streakboard.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was done and when, by the application's clock, for whoever has to find out why a promise was broken. All of it
 * is in {@code target/model-<seed>.txt}, while the test runs as well.
 */
final class Chronicle {

    private final long seed;
    private final long begun = System.nanoTime();
    private final List<String> lines = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private int requests;

    Chronicle(long seed) throws IOException {
        this.seed = seed;
        Files.deleteIfExists(file());
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    void did(Instant now, Operation operation) {
        count(operation.getClass().getSimpleName());
        note(now, operation.toString());
    }

    synchronized void note(Instant now, String what) {
        write("%6.2f s  %s  %s".formatted(elapsed().toMillis() / 1000.0, now.truncatedTo(ChronoUnit.MILLIS), what));
    }

    /** At once, for whoever wants to know what a run is at. */
    private void write(String line) {
        lines.add(line);
        try {
            Files.writeString(file(), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Path file() {
        return Path.of("target", "model-%d.txt".formatted(seed)).toAbsolutePath();
    }

    synchronized void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    synchronized void requested() {
        requests++;
    }

    synchronized int requests() {
        return requests;
    }

    synchronized String figures() {
        return "Model test, seed %d: %d requests in %d s, %s"
                .formatted(seed, requests, elapsed().toSeconds(), counts);
    }

    /** The last of it. */
    synchronized String tail(int length) {
        return String.join("\n", lines.subList(Math.max(0, lines.size() - length), lines.size()));
    }
}
