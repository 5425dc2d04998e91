package io.streakboard.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server as a process of the operating system. {@code <name>.log} and {@code <name>.pid} lie beside its data. */
final class ServerProcess {

    /** Recovery after a kill is part of a start. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final int FIRST_PORT = 15_000;
    private static final int LAST_PORT = 32_000;
    private static final Set<Integer> RESERVED = ConcurrentHashMap.newKeySet();

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final String name;
    private final Path folder;
    private final Probe probe;
    private @Nullable Process process;

    ServerProcess(String name, Path folder, Probe probe) {
        this.name = name;
        this.folder = folder;
        this.probe = probe;
    }

    /** Starts the command in the folder and returns when the server answers. */
    synchronized void start(List<String> command) {
        try {
            Leftover.in(pidFile()).ifPresent(Leftover::stop);
            var started = new ProcessBuilder(inOwnSession(command))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log().toFile()))
                    .start();
            process = started;
            Leftover.remember(started, command.getFirst(), pidFile());
            awaitAnswer(started);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL: the server gets no chance to write anything. Returns when it is gone. */
    synchronized void kill() {
        if (process != null) {
            process.destroyForcibly();
            stopped(process, PATIENCE);
        }
    }

    /** Stops the server where it is: it keeps its connections and answers nothing. */
    synchronized void pause() {
        if (process != null) {
            Pause.begin(process);
        }
    }

    synchronized void resume() {
        if (process != null) {
            Pause.end(process);
        }
    }

    /** SIGTERM, and SIGKILL only if that does not help. Returns when the server is gone. */
    synchronized void stop() {
        if (process != null) {
            process.destroy();
            if (!stopped(process, PATIENCE)) {
                kill();
            }
        }
    }

    /**
     * A free port below those that the operating system gives to outgoing connections: a client that keeps trying to
     * reach a killed server there would end up connected to itself, and the port would be taken. No port is returned
     * twice, for whoever was told of it may not listen yet.
     */
    static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            if (reserve(port)) {
                return port;
            }
        }
    }

    /** A free port such that another one, so much higher, is free as well, and below those of connections too. */
    static int freePortOfTwo(int apart) {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT - apart);
            if (reserve(port) && reserve(port + apart)) {
                return port;
            }
        }
    }

    private static boolean reserve(int port) {
        if (!Fork.mayUse(port) || !RESERVED.add(port)) {
            return false;
        }
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private void awaitAnswer(Process started) throws IOException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!answers()) {
            if (stopped(started, Duration.ofMillis(50)) || System.nanoTime() > deadline) {
                kill();
                throw new IllegalStateException("%s did not start, see %s: %s"
                        .formatted(
                                name,
                                log(),
                                Files.readAllLines(log()).reversed().stream()
                                        .limit(10)
                                        .toList()
                                        .reversed()));
            }
        }
    }

    private boolean answers() {
        try {
            return probe.answers();
        } catch (Exception notYet) {
            return false;
        }
    }

    /** Ctrl-C reaches a terminal's whole foreground group, and the servers must outlive the application. */
    private static List<String> inOwnSession(List<String> command) {
        if (!Files.isExecutable(SETSID)) {
            return command;
        }
        var detached = new ArrayList<>(List.of(SETSID.toString()));
        detached.addAll(command);
        return detached;
    }

    private static boolean stopped(Process process, Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private Path pidFile() {
        return folder.resolve(name + ".pid");
    }

    private Path log() {
        return folder.resolve(name + ".log");
    }

    /** Whether the server answers; an exception says no. */
    interface Probe {
        boolean answers() throws Exception;
    }
}
