package io.streakboard.process;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.embedded.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * One instance of the application, in the profile {@code development}, which lets clocks start elsewhere; what it
 * prints goes to {@code target/<name>.log}.
 */
public final class ApplicationProcess implements AutoCloseable {

    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);
    private static final Duration ACTION_WITHIN = Duration.ofMinutes(10);

    private static final String ESTABLISHED = "01";

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10)) // a hundred clients at once may need seconds
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    /** Of this run. */
    private static final Set<Path> LOGS = ConcurrentHashMap.newKeySet();

    private final Process process;
    private final Path log;
    private final int port;
    private final int managementPort;

    private ApplicationProcess(Process process, Path log, int port, int managementPort) {
        this.process = process;
        this.log = log;
        this.port = port;
        this.managementPort = managementPort;
    }

    /**
     * Starts an instance with the JDK of this JVM and returns when it is ready.
     *
     * @param program arguments of {@code java}: {@code -jar} with a file, or a class path with a main class
     * @param properties Spring properties
     */
    public static ApplicationProcess start(String name, List<String> program, Map<String, Object> properties) {
        int port = EmbeddedServers.freePort();
        int managementPort = EmbeddedServers.freePort();
        var command = new ArrayList<String>();
        command.add(JAVA);
        command.addAll(program);
        command.add("--spring.profiles.active=development");
        command.add("--server.port=" + port);
        command.add("--management.server.port=" + managementPort);
        withDefaults(properties).forEach((property, value) -> command.add("--" + property + "=" + value));
        var log = Path.of("target", name + ".log").toAbsolutePath();
        try {
            if (LOGS.add(log)) {
                Files.deleteIfExists(log); // an earlier run's
            }
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(log.toFile()))
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            var started = new ApplicationProcess(process, log, port, managementPort);
            started.awaitReadiness();
            return started;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Tokens of tests, unless an issuer is named, and as many requests as a test likes. */
    private static Map<String, Object> withDefaults(Map<String, Object> properties) {
        var all = new HashMap<String, Object>();
        all.put("streakboard.rate-limits.enabled", false);
        if (!properties.keySet().containsAll(IssuerServer.PROPERTIES)) {
            all.putAll(TestIssuer.properties());
        }
        all.putAll(properties);
        return all;
    }

    /** Starts the application as it is packaged. Quickly compiled code is enough for tests, and started sooner. */
    public static ApplicationProcess startPackaged(String name, Map<String, Object> properties) {
        return startPackaged(name, List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"), properties);
    }

    /** @param options of the JVM */
    public static ApplicationProcess startPackaged(String name, List<String> options, Map<String, Object> properties) {
        var program = new ArrayList<>(options);
        program.addAll(Unpacked.PROGRAM);
        return start(name, program, properties);
    }

    private void awaitReadiness() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!ready()) {
            if (process.waitFor(Duration.ofMillis(50)) || System.nanoTime() > deadline) {
                kill();
                throw new IllegalStateException("The application did not start, see " + log + ": "
                        + String.join("\n", Files.readAllLines(log)));
            }
        }
    }

    /** What its readiness says to a probe, which has no token. */
    public boolean ready() throws InterruptedException {
        try {
            var readiness = URI.create("http://127.0.0.1:" + managementPort + "/actuator/health/readiness");
            return send(HttpRequest.newBuilder(readiness).timeout(ANSWER_WITHIN))
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** {@code kill -9}. Returns when the process is gone. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /** Stops the process where it is. It keeps its connections. */
    public void pause() {
        Pause.begin(process);
    }

    public void resume() {
        Pause.end(process);
    }

    public long pid() {
        return process.pid();
    }

    /** What it has printed. */
    public List<String> log() throws IOException {
        return Files.readAllLines(log);
    }

    /** How many connections its port of the API has, by the tables of Linux. */
    public long connections() throws IOException {
        long open = 0;
        for (var table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            open += Files.readAllLines(Path.of(table)).stream()
                    .map(row -> row.strip().split("\\s+"))
                    .filter(row -> row[1].endsWith(":%04X".formatted(port)) && row[3].equals(ESTABLISHED))
                    .count();
        }
        return open;
    }

    public int port() {
        return port;
    }

    public HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
        return send(request(port, path, token).GET());
    }

    public HttpResponse<String> post(String path, String token) throws IOException, InterruptedException {
        return send(request(port, path, token).POST(BodyPublishers.noBody()));
    }

    public HttpResponse<String> post(String path, String token, String json) throws IOException, InterruptedException {
        return post(path, token, "application/json", json);
    }

    public HttpResponse<String> post(String path, String token, String contentType, String body)
            throws IOException, InterruptedException {
        return send(
                request(port, path, token).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> put(String path, String token, String json) throws IOException, InterruptedException {
        return send(request(port, path, token)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(json)));
    }

    /** @param version the one that the patch is based on */
    public HttpResponse<String> patch(String path, String token, long version, String patch)
            throws IOException, InterruptedException {
        return send(request(port, path, token)
                .header("Content-Type", "application/merge-patch+json")
                .header("If-Match", "\"" + version + "\"")
                .method("PATCH", BodyPublishers.ofString(patch)));
    }

    public HttpResponse<String> delete(String path, String token) throws IOException, InterruptedException {
        return send(request(port, path, token).DELETE());
    }

    /** Sends a file as an admin. */
    public HttpResponse<String> upload(String path, String csv) throws IOException, InterruptedException {
        return send(request(port, path, DevelopmentToken.of(1, "admin"))
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofString(csv)));
    }

    /** What the actuator answers to an admin. */
    public HttpResponse<String> actuator(String path) throws IOException, InterruptedException {
        return send(
                request(managementPort, path, DevelopmentToken.of(1, "admin")).GET());
    }

    /** What the actuator answers to an admin's action, given as JSON; some take long. */
    public HttpResponse<String> actuate(String path, String json) throws IOException, InterruptedException {
        return send(request(managementPort, path, DevelopmentToken.of(1, "admin"))
                .timeout(ACTION_WITHIN)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    private static HttpRequest.Builder request(int port, String path, String token) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(ANSWER_WITHIN)
                .header("Authorization", "Bearer " + token);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }
}
