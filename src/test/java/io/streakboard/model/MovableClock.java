package io.streakboard.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Primary;

/**
 * An instance's clock: the system's, and the milliseconds in a file that another process writes. It never goes back. No
 * component, so that tests that scan for components do without it.
 */
@Primary
public class MovableClock extends Clock {

    private static final long READ_EVERY_NANOS = 2_000_000;

    private final Path file;
    private volatile Duration offset;
    private volatile long readAt;

    public MovableClock(@Value("${model.clock}") Path file) {
        this.file = file;
        this.offset = read(file);
        this.readAt = System.nanoTime();
    }

    static void write(Path file, Duration offset) {
        try {
            var draft = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), offset.toString());
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Duration read(Path file) {
        try {
            return Duration.parse(Files.readString(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public Instant instant() {
        long now = System.nanoTime();
        if (now - readAt > READ_EVERY_NANOS) {
            offset = read(file);
            readAt = now;
        }
        return Instant.now().plus(offset);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("nobody asks for it");
    }
}
