package io.streakboard.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server that an earlier JVM started and, killed itself, could not stop. */
record Leftover(ProcessHandle server) {

    static void remember(Process server, String executable, Path pidFile) throws IOException {
        Files.write(
                pidFile,
                List.of(
                        Long.toString(server.pid()),
                        Long.toString(ProcessHandle.current().pid()),
                        executable));
    }

    /**
     * The server that the file names, if it still runs.
     *
     * @throws IllegalStateException if the JVM that started it is alive as well and the data thus in use
     */
    static Optional<Leftover> in(Path pidFile) throws IOException {
        if (Files.notExists(pidFile)) {
            return Optional.empty();
        }
        var lines = Files.readAllLines(pidFile);
        var server = ProcessHandle.of(Long.parseLong(lines.get(0)))
                .filter(it -> it.info().command().orElse("").startsWith(lines.get(2)));
        if (server.flatMap(ProcessHandle::parent)
                .filter(it -> it.pid() == Long.parseLong(lines.get(1)))
                .isPresent()) {
            throw new IllegalStateException("%s is in use by process %s".formatted(pidFile.getParent(), lines.get(1)));
        }
        return server.map(Leftover::new);
    }

    void stop() {
        server.destroy();
        try {
            server.onExit().get(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            server.destroyForcibly();
            server.onExit().join();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot stop process " + server.pid(), e);
        }
    }
}
