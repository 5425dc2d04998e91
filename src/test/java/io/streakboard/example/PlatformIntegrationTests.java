package io.streakboard.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The platform of {@code docs/examples}, in Python, against the application. */
@IntegrationTest
class PlatformIntegrationTests {

    private static final Path PLATFORM =
            Path.of("docs", "examples", "learning_platform.py").toAbsolutePath();
    private static final String SECRET = "what only the two of them know";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Api api;
    private final long learner = Learners.next();

    @TempDir
    private Path folder;

    PlatformIntegrationTests(Api api) {
        this.api = api;
    }

    @BeforeAll
    static void pythonIsThere() {
        assumeThat(Stream.of(System.getenv("PATH").split(":")).map(Path::of))
                .anyMatch(path -> Files.isExecutable(path.resolve("python3")));
    }

    @BeforeEach
    void writeRoster() throws IOException {
        Files.writeString(folder.resolve("roster.json"), "{\"%d\": \"Ada <3\"}".formatted(learner));
    }

    @Test
    void servesAPageOfALearnerAndTheBoard() throws Exception {
        assertThat(run("names")).isEmpty();
        var platform = start("serve", "0");
        try (var output = platform.inputReader()) {
            var learners = "http://127.0.0.1:" + port(output) + "/learners/";
            assertThat(send("POST", learners + learner + "/login")).contains("<h1>Ada &lt;3</h1>", "Streak 1");
            send("POST", learners + learner + "/lessons/algebra-1");
            send("POST", learners + learner + "/lessons/algebra-1");

            await().untilAsserted(() -> assertThat(send("GET", learners + learner))
                    .contains(
                            "Streak 1, points 20, rank ", "<td>Ada &lt;3<td>20", "<li>+10 LESSON", "<li>+10 SIGN_IN"));
            assertThat(send("GET", learners + "7")).isEmpty();
        } finally {
            platform.destroyForcibly().onExit().join();
        }
    }

    @Test
    void forgetsADeletedLearnerIfStreakboardSaysSo() throws Exception {
        var deleted = "{\"type\":\"learner.deleted\",\"data\":{\"learner\":\"%d\"}}".formatted(learner);
        var platform = start("serve", "0");
        try (var output = platform.inputReader()) {
            var address = "http://127.0.0.1:" + port(output);
            assertThat(hook(address, deleted, "another secret")).isEqualTo(401);
            assertThat(send("GET", address + "/learners/" + learner)).contains("Ada");

            assertThat(hook(address, deleted, SECRET)).isEqualTo(200);
            assertThat(send("GET", address + "/learners/" + learner)).isEmpty();
        } finally {
            platform.destroyForcibly().onExit().join();
        }
    }

    /** The signature is made here anew, not by what is tested. */
    private static int hook(String address, String body, String secret) throws Exception {
        long now = Instant.now().getEpochSecond();
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        var signed = mac.doFinal(("msg_1." + now + "." + body).getBytes(StandardCharsets.UTF_8));
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(address + "/hook"))
                                .header("webhook-id", "msg_1")
                                .header("webhook-timestamp", Long.toString(now))
                                .header(
                                        "webhook-signature",
                                        "v1," + Base64.getEncoder().encodeToString(signed))
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void remindsOfAStreakThatEndsToday() throws Exception {
        api.take(List.of(Api.activity(learner, "SIGN_IN", "2026-11-17", "2026-11-17T04:00:00Z")));

        await().untilAsserted(() ->
                assertThat(run("remind")).containsExactly("Ada <3: your streak of 1 ends at 2026-11-18T16:00:00Z"));
    }

    private List<String> run(String... arguments) throws IOException {
        var platform = start(arguments);
        try (var output = platform.inputReader()) {
            var lines = output.lines().toList();
            assertThat(platform.onExit().join().exitValue()).as("%s", lines).isZero();
            return lines;
        }
    }

    private Process start(String... arguments) throws IOException {
        var builder = new ProcessBuilder(Stream.concat(Stream.of("python3", PLATFORM.toString()), Stream.of(arguments))
                        .toList())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("STREAKBOARD_URL", api.url());
        builder.environment().put("STREAKBOARD_TOKEN", api.service().token());
        builder.environment()
                .put(
                        "WEBHOOK_SECRET",
                        "whsec_" + Base64.getEncoder().encodeToString(SECRET.getBytes(StandardCharsets.UTF_8)));
        builder.environment().put("ROSTER", folder.resolve("roster.json").toString());
        return builder.start();
    }

    private static int port(BufferedReader output) throws IOException {
        return Integer.parseInt(String.valueOf(output.readLine()));
    }

    private static String send(String method, String url) throws IOException, InterruptedException {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .method(method, BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
