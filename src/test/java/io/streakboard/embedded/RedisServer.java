package io.streakboard.embedded;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/**
 * A Redis that has every answered write on disk: {@code appendfsync always}, or at least in its file with
 * {@code streakboard.embedded.synced=false}. The bundled 6.2, or the executable that
 * {@code streakboard.embedded.redis-executable} names.
 */
public final class RedisServer implements AutoCloseable {

    static final int DATABASES = 64;

    private static final int BUS = 10_000;

    private final Path executable;
    private final Path folder;
    private final int port;
    private final boolean synced;
    private final String settings;
    private final ServerProcess process;

    private RedisServer(Path executable, Path folder, int port, boolean synced) {
        this(executable, folder, port, synced, "databases " + DATABASES);
    }

    private RedisServer(Path executable, Path folder, int port, boolean synced, String settings) {
        this.executable = executable;
        this.folder = folder;
        this.port = port;
        this.synced = synced;
        this.settings = settings;
        this.process = new ServerProcess("redis", folder, () -> "+PONG".equals(answerTo("PING")));
    }

    static RedisServer of(EmbeddedSettings settings) {
        return new RedisServer(
                executable(settings),
                settings.dataDir().toAbsolutePath().resolve("redis"),
                settings.redisPort() == 0 ? ServerProcess.freePort() : settings.redisPort(),
                settings.synced());
    }

    /** One that is to join a cluster. The nodes talk to each other on a port that is ten thousand higher. */
    static RedisServer node(EmbeddedSettings settings, String name) {
        return new RedisServer(
                executable(settings),
                settings.dataDir().toAbsolutePath().resolve(name),
                ServerProcess.freePortOfTwo(BUS),
                settings.synced(),
                """
                cluster-enabled yes
                cluster-node-timeout 2000
                cluster-replica-validity-factor 0
                repl-diskless-sync yes
                repl-diskless-sync-delay 0""");
    }

    private static Path executable(EmbeddedSettings settings) {
        return settings.redisExecutable() == null ? bundled() : settings.redisExecutable();
    }

    /** The {@code redis-server} that is installed on this machine, not started; empty if there is none. */
    public static Optional<RedisServer> installed(Path folder) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(path -> Path.of(path, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(executable -> new RedisServer(
                        executable,
                        folder.toAbsolutePath(),
                        ServerProcess.freePort(),
                        EmbeddedSettings.in(folder).synced()));
    }

    public int port() {
        return port;
    }

    /** Starts Redis, again on the same port and data after {@link #kill} or {@link #close}. */
    public void start() {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("redis.conf"), """
                    bind 127.0.0.1
                    port %d
                    %s
                    appendonly yes
                    appendfsync %s
                    save ""
                    maxmemory-policy noeviction
                    """.formatted(port, settings, synced ? "always" : "no"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process.start(List.of(executable.toString(), "redis.conf"));
    }

    /** {@code kill -9}. Returns when the process is gone. */
    public void kill() {
        process.kill();
    }

    /** Stops Redis where it is: it keeps its connections and answers nothing. */
    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    @Override
    public void close() {
        process.stop();
    }

    /** Empties all logical databases. */
    public void flushAll() {
        try {
            answerTo("FLUSHALL");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String answerTo(String command) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port);
                var answers =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            return Objects.requireNonNullElse(answers.readLine(), "");
        }
    }

    private static Path bundled() {
        var resource = ExecutableProvider.newProvidedVersionsMap().get(OsArchitecture.detectOSandArchitecture());
        var name = Objects.requireNonNull(resource, "No Redis is bundled for this machine")
                .substring(1);
        return Draft.once(Binaries.FOLDER.resolve(name), folder -> {
                    var executable = folder.resolve(name);
                    try (var content = RedisServer.class.getResourceAsStream(resource)) {
                        Files.copy(Objects.requireNonNull(content), executable);
                    }
                    Binaries.makeExecutable(executable);
                })
                .resolve(name);
    }
}
