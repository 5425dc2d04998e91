package io.streakboard.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The manifests name what there is. */
class KubernetesTests {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern ENVIRONMENT = Pattern.compile("\\b(SPRING|STREAKBOARD|LOGGING)(_[A-Z0-9]+)+\\b");
    private static final Path MANIFESTS = Path.of("src/main/container/kubernetes/streakboard.yaml");

    private final List<JsonNode> manifests = read(MANIFESTS);
    private final JsonNode pod = manifests.getFirst().at("/spec/template/spec");
    private final JsonNode container = pod.at("/containers/0");

    @Test
    void theyAreThese() {
        assertThat(manifests)
                .extracting(manifest -> manifest.path("kind").asString())
                .containsExactly("Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy");
        assertThat(manifests)
                .allSatisfy(manifest -> assertThat(manifest.findParents("app")).isNotEmpty());
    }

    @Test
    void probesAskTheHealthOfTheManagementPort() {
        assertThat(probe("startupProbe")).isEqualTo("/actuator/health/liveness");
        assertThat(probe("livenessProbe")).isEqualTo("/actuator/health/liveness");
        assertThat(probe("readinessProbe")).isEqualTo("/actuator/health/readiness");

        var application = read(Path.of("src/main/resources/application.yaml")).getFirst();
        assertThat(port("management"))
                .isEqualTo(application.at("/management/server/port").asInt());
        assertThat(application.at("/management/endpoint/health/group").propertyNames())
                .contains("liveness", "readiness");
    }

    /** Boot gives each phase of the stop half a minute, and there are two that wait for something. */
    @Test
    void aStopMayTakeAsLongAsTheApplicationDoes() {
        int pause = container.at("/lifecycle/preStop/sleep/seconds").asInt();

        assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThanOrEqualTo(pause + 2 * 30);
    }

    @Test
    void thePodHasNoTokenOfTheClusterAndAnImageOfOneVersion() {
        assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
        assertThat(container.path("image").asString()).matches("streakboard:[0-9]+\\.[0-9]+\\.[0-9]+");
    }

    /** Name servers, MySQL, Redis, and the issuer and webhooks, but not the addresses of the machine below. */
    @Test
    void thePodReachesOnlyWhatItNeeds() {
        var policy = manifests.getLast().path("spec");

        assertThat(policy.path("policyTypes").values())
                .extracting(JsonNode::asString)
                .containsExactly("Ingress", "Egress");
        assertThat(policy.path("egress").values())
                .flatExtracting(rule -> rule.path("ports").values().stream()
                        .map(port -> port.path("port").asInt())
                        .distinct()
                        .toList())
                .containsExactly(53, 3306, 6379, 443);
        assertThat(policy.path("egress").values().stream()
                        .filter(rule -> rule.path("ports").path(0).path("port").asInt() == 443)
                        .findFirst()
                        .orElseThrow()
                        .at("/to/0/ipBlock/except/0")
                        .asString())
                .isEqualTo("169.254.0.0/16");
    }

    @Test
    void everyVariableIsAProperty() throws IOException {
        var known = variables();

        assertThat(ENVIRONMENT
                        .matcher(Files.readString(MANIFESTS))
                        .results()
                        .map(match -> match.group())
                        .toList())
                .contains("STREAKBOARD_ZONE", "SPRING_DATASOURCE_URL", "SPRING_DATA_REDIS_HOST")
                .isSubsetOf(known);
    }

    private String probe(String name) {
        assertThat(container.at("/" + name + "/httpGet/port").asString()).isEqualTo("management");
        return container.at("/" + name + "/httpGet/path").asString();
    }

    private int port(String name) {
        return StreamSupport.stream(container.path("ports").spliterator(), false)
                .filter(port -> port.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow()
                .path("containerPort")
                .asInt();
    }

    /** All properties of the application and its libraries, as variables of the environment. */
    private static Set<String> variables() throws IOException {
        return Collections.list(KubernetesTests.class
                        .getClassLoader()
                        .getResources("META-INF/spring-configuration-metadata.json"))
                .stream()
                .flatMap(KubernetesTests::properties)
                .map(name -> name.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", ""))
                .collect(Collectors.toSet());
    }

    private static Stream<String> properties(URL metadata) {
        try (var content = metadata.openStream()) {
            return StreamSupport.stream(
                            JSON.readTree(content).path("properties").spliterator(), false)
                    .map(property -> property.path("name").asString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<JsonNode> read(Path file) {
        try (var text = Files.newBufferedReader(file)) {
            return StreamSupport.stream(new Yaml().loadAll(text).spliterator(), false)
                    .map(document -> (JsonNode) JSON.valueToTree(document))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
