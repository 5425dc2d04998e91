package io.streakboard.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/**
 * An unpacked Keycloak with the realm that operators get, on a port of its own, until the JVM ends. What it prints goes
 * to {@code keycloak.log} beside it.
 */
public final class Keycloak {

    private static final Path REALM = Path.of("src/main/container/keycloak/streakboard-realm.json");
    private static final String ADMIN = "keycloak-admin";

    private final Path home;
    private final int port = ServerProcess.freePort();
    private final ServerProcess process;
    private final RestClient client;

    private Keycloak(Path home) {
        this.home = home;
        var requests = new SimpleClientHttpRequestFactory(); // the other client keeps connections to what was killed
        this.client = RestClient.builder()
                .baseUrl("http://localhost:" + port)
                .requestFactory(requests)
                .build();
        this.process = new ServerProcess("keycloak", home, () -> metadata().has("issuer"));
    }

    /** With the realm and no other data, whatever an earlier run has left. */
    public static Keycloak start() {
        var keycloak = new Keycloak(Path.of(requireNonNull(
                        System.getProperty("streakboard.embedded.keycloak-home"),
                        "the profile browser unpacks Keycloak"))
                .toAbsolutePath());
        try {
            var data = keycloak.home.resolve("data");
            FileSystemUtils.deleteRecursively(data);
            Files.createDirectories(data.resolve("import"));
            Files.copy(REALM, data.resolve("import").resolve(REALM.getFileName()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(keycloak::kill));
        keycloak.startAgain();
        return keycloak;
    }

    /** After {@link #kill}, with all that was on disk. */
    public void startAgain() {
        process.start(List.of(
                "/usr/bin/env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                "JAVA_OPTS_APPEND=-XX:TieredStopAtLevel=1",
                "KC_BOOTSTRAP_ADMIN_USERNAME=" + ADMIN,
                "KC_BOOTSTRAP_ADMIN_PASSWORD=" + ADMIN,
                "/bin/bash",
                "bin/kc.sh",
                "start-dev",
                "--import-realm",
                "--http-host",
                "127.0.0.1",
                "--http-port",
                Integer.toString(port)));
    }

    /** {@code kill -9}. */
    public void kill() {
        process.kill();
    }

    public String issuer() {
        return "http://localhost:" + port + "/realms/streakboard";
    }

    private JsonNode metadata() {
        return get("/realms/streakboard/.well-known/openid-configuration", null);
    }

    /** A token of the program of the learning platform, for its secret. */
    public String serviceToken() {
        return token(
                "streakboard",
                Map.of(
                        "grant_type", "client_credentials",
                        "client_id", "learning-platform",
                        "client_secret", "learning-platform"));
    }

    /** Lets learners and admins log in to these pages. */
    public void servesPages(List<String> addresses) {
        var found = admin("/clients?clientId=streakboard-pages").get(0);
        client.put()
                .uri("/admin/realms/streakboard/clients/" + found.path("id").asString())
                .headers(headers -> headers.setBearerAuth(adminToken()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("redirectUris", addresses, "webOrigins", List.of("+")))
                .retrieve()
                .toBodilessEntity();
    }

    public String userId(String name) {
        return admin("/users?exact=true&username=" + name).get(0).path("id").asString();
    }

    public void deleteUser(String name) {
        client.delete()
                .uri("/admin/realms/streakboard/users/" + userId(name))
                .headers(headers -> headers.setBearerAuth(adminToken()))
                .retrieve()
                .toBodilessEntity();
    }

    public void takeRole(String role, String user) {
        var taken = admin("/roles/" + role);
        client.method(HttpMethod.DELETE)
                .uri("/admin/realms/streakboard/users/" + userId(user) + "/role-mappings/realm")
                .headers(headers -> headers.setBearerAuth(adminToken()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(List.of(taken))
                .retrieve()
                .toBodilessEntity();
    }

    /** Signs with a new key from now on; the earlier ones stay in the key set. */
    public void rotateKeys() {
        client.post()
                .uri("/admin/realms/streakboard/components")
                .headers(headers -> headers.setBearerAuth(adminToken()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of(
                        "name", "rotated",
                        "providerId", "rsa-generated",
                        "providerType", "org.keycloak.keys.KeyProvider",
                        "config", Map.of("priority", List.of("200"))))
                .retrieve()
                .toBodilessEntity();
    }

    private JsonNode admin(String path) {
        return get("/admin/realms/streakboard" + path, adminToken());
    }

    private String adminToken() {
        return token(
                "master",
                Map.of("grant_type", "password", "client_id", "admin-cli", "username", ADMIN, "password", ADMIN));
    }

    private String token(String realm, Map<String, String> form) {
        var body = new LinkedMultiValueMap<String, String>();
        form.forEach(body::add);
        return requireNonNull(client.post()
                        .uri("/realms/" + realm + "/protocol/openid-connect/token")
                        .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                        .body(body)
                        .retrieve()
                        .body(JsonNode.class))
                .path("access_token")
                .asString();
    }

    private JsonNode get(String path, @Nullable String token) {
        return requireNonNull(client.get()
                .uri(path)
                .headers(headers -> {
                    if (token != null) {
                        headers.setBearerAuth(token);
                    }
                })
                .retrieve()
                .body(JsonNode.class));
    }
}
