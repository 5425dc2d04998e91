package io.streakboard.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.process.Nginx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code docker compose --profile app up} refers to is there. */
class ComposeTests {

    private static final Path CONTAINERFILE = Path.of("src/main/container/Containerfile");
    private static final Pattern COPIED = Pattern.compile("(?m)^COPY (?!--from)(.*) \\S+$");

    private final JsonNode services =
            Yamls.read(Path.of("compose.yaml")).getFirst().path("services");

    @Test
    void oneProfileHasTheWholeProduct() {
        assertThat(services.properties())
                .filteredOn(service ->
                        service.getValue().at("/profiles/0").asString("app").equals("app"))
                .extracting(Map.Entry::getKey)
                .containsExactly("mysql", "redis", "keycloak", "streakboard", "proxy", "history");
    }

    @Test
    void servicesWaitForOthersThatTellWhenTheyAreReady() {
        assertThat(services.values())
                .flatExtracting(
                        service -> List.copyOf(service.path("depends_on").properties()))
                .isNotEmpty()
                .allSatisfy(needed -> {
                    assertThat(needed.getValue().path("condition").asString()).isEqualTo("service_healthy");
                    assertThat(services.path(needed.getKey())
                                    .at("/healthcheck/test")
                                    .isEmpty())
                            .isFalse();
                });
    }

    @Test
    void mountedFilesExistAndPortsAreOnlyOfThisMachine() {
        assertThat(mounted())
                .hasSizeGreaterThan(4)
                .allSatisfy(file -> assertThat(file).exists());
        assertThat(services.values())
                .flatExtracting(service -> List.copyOf(service.path("ports").values()))
                .extracting(JsonNode::asString)
                .hasSize(5)
                .allSatisfy(port -> assertThat(port).startsWith("127.0.0.1:"));
    }

    private List<Path> mounted() {
        return services.values().stream()
                .flatMap(service -> service.path("volumes").values().stream())
                .map(JsonNode::asString)
                .filter(volume -> volume.startsWith("./"))
                .map(volume -> Path.of(volume.replaceFirst(":.*", "")))
                .toList();
    }

    @Test
    void everyVariableOfTheApplicationIsAProperty() throws IOException {
        assertThat(services.at("/streakboard/environment").propertyNames())
                .contains("SPRING_DATA_REDIS_HOST")
                .isSubsetOf(Yamls.variables());
    }

    @Test
    void theImageIsMadeOfFilesThatTheBuilderGets() throws IOException {
        assertThat(services.at("/streakboard/build/dockerfile").asString()).isEqualTo(CONTAINERFILE.toString());
        var given = Files.readAllLines(Path.of(".dockerignore"));

        assertThat(COPIED.matcher(Files.readString(CONTAINERFILE)).results())
                .flatExtracting(copy -> List.of(copy.group(1).split(" ")))
                .contains("pom.xml", "src/main", "target/app")
                .allSatisfy(source -> {
                    assertThat(given).contains("!" + source);
                    assertThat(source.startsWith("target") || Files.exists(Path.of(source)))
                            .isTrue();
                });
    }

    @Test
    void programsOfTheRealmHaveTheRolesThatTheyNeed() {
        var realm = new JsonMapper().readTree(Path.of("src/main/container/keycloak/streakboard-realm.json"));

        assertThat(realm.path("users").values())
                .filteredOn(user -> user.has("serviceAccountClientId"))
                .extracting(user -> user.path("serviceAccountClientId").asString() + ": "
                        + user.at("/realmRoles/0").asString())
                .containsExactly("learning-platform: service", "moving-in: admin");
    }

    /** {@code nginx -t} is asked by the tests with faults, of the same file with other lines set. */
    @Test
    void theProxysConfigurationIsTheShippedOneWithTheLinesToSet() throws IOException, InterruptedException {
        var set = new ProcessBuilder(
                        "sed", "-f", "src/main/container/first-look/nginx.sed", Nginx.CONFIGURATION.toString())
                .redirectErrorStream(true)
                .start();
        var configuration = new String(set.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(set.waitFor()).isZero();
        assertThat(configuration)
                .contains("listen 8080;", "server streakboard:8080 max_conns=2000;", "limit_req zone=tokens")
                .doesNotContain("# set:", "ssl", "Strict-Transport-Security");
    }
}
