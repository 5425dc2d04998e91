package io.streakboard.embedded;

import java.nio.file.Path;

/** The servers' unpacked executables, shared by all that run them. */
final class Binaries {

    static final Path FOLDER = Path.of("target", "embedded-servers").toAbsolutePath();

    private Binaries() {}

    static void makeExecutable(Path file) {
        if (!file.toFile().setExecutable(true)) {
            throw new IllegalStateException("Cannot make executable: " + file);
        }
    }
}
