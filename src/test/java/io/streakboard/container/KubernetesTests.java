package io.streakboard.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The manifests name what there is. */
class KubernetesTests {

    private static final Pattern ENVIRONMENT = Pattern.compile("\\b(SPRING|STREAKBOARD|LOGGING)(_[A-Z0-9]+)+\\b");
    private static final Path BASE = Path.of("src/main/container/kubernetes/base");
    private static final Path PRODUCTION = Path.of("src/main/container/kubernetes/production");
    private static final Path MANIFESTS = BASE.resolve("streakboard.yaml");

    private final List<JsonNode> manifests = Yamls.read(MANIFESTS);
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

        var application =
                Yamls.read(Path.of("src/main/resources/application.yaml")).getFirst();
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
        assertThat(ENVIRONMENT
                        .matcher(Files.readString(MANIFESTS))
                        .results()
                        .map(match -> match.group())
                        .toList())
                .contains("SPRING_DATASOURCE_URL", "SPRING_DATA_REDIS_HOST")
                .isSubsetOf(Yamls.variables());
    }

    @Test
    void thePropertiesAreMountedWhereTheyAreRead() {
        var generated = kustomization(BASE).at("/configMapGenerator/0");

        assertThat(BASE.resolve(generated.at("/files/0").asString())).isRegularFile();
        assertThat(generated.at("/files/0").asString()).isEqualTo("application.yaml");
        assertThat(pod.path("volumes").values())
                .filteredOn(volume -> volume.has("configMap"))
                .extracting(volume -> volume.at("/configMap/name").asString())
                .containsExactly(generated.path("name").asString());
        assertThat(container.path("volumeMounts").values())
                .extracting(mount -> mount.path("mountPath").asString())
                .contains("/app/config");
    }

    @Test
    void resourcesOfKustomizationsExist() {
        assertThat(resources(BASE)).containsExactly(MANIFESTS);
        assertThat(resources(PRODUCTION))
                .contains(BASE)
                .allSatisfy(resource -> assertThat(resource).exists());
        assertThat(kustomization(PRODUCTION).at("/images/0/name").asString())
                .isEqualTo(container.path("image").asString().replaceFirst(":.*", ""));
    }

    /** A patch that finds nothing is no mistake to kustomize. */
    @Test
    void whatIsAddedForProductionFindsItsTargets() {
        var deployment = manifests.getFirst();
        var target = kustomization(PRODUCTION).at("/patches/0/target");
        assertThat(target.path("kind")).isEqualTo(deployment.path("kind"));
        assertThat(target.path("name")).isEqualTo(deployment.at("/metadata/name"));
        assertThat(deployment.at("/spec").has("replicas")).isTrue();

        var scaled =
                Yamls.read(PRODUCTION.resolve("autoscaler.yaml")).getFirst().at("/spec/scaleTargetRef");
        assertThat(scaled.path("name")).isEqualTo(deployment.at("/metadata/name"));

        var service = manifests.get(1);
        assertThat(Yamls.read(PRODUCTION.resolve("ingress.yaml"))).hasSize(2).allSatisfy(ingress -> {
            var backend = ingress.at("/spec/rules/0/http/paths/0/backend/service");
            assertThat(backend.path("name")).isEqualTo(service.at("/metadata/name"));
            assertThat(backend.at("/port/name")).isEqualTo(service.at("/spec/ports/0/name"));
        });
    }

    @Test
    void prometheusAsksTheManagementPortOfEachPod() {
        var monitoring = Yamls.read(PRODUCTION.resolve("monitoring.yaml"));
        var service = monitoring.getFirst();
        var monitor = monitoring.getLast();

        assertThat(monitor.at("/spec/selector/matchLabels")).isEqualTo(service.at("/metadata/labels"));
        assertThat(monitor.at("/spec/endpoints/0/port")).isEqualTo(service.at("/spec/ports/0/name"));
        assertThat(service.at("/spec/ports/0/port").asInt()).isEqualTo(port("management"));
        assertThat(service.at("/spec/selector")).isEqualTo(manifests.getFirst().at("/spec/selector/matchLabels"));
        assertThat(monitor.at("/spec/endpoints/0/path").asString()).isEqualTo("/actuator/prometheus");
    }

    private static JsonNode kustomization(Path folder) {
        return Yamls.read(folder.resolve("kustomization.yaml")).getFirst();
    }

    private static List<Path> resources(Path folder) {
        return kustomization(folder).path("resources").values().stream()
                .map(resource -> folder.resolve(resource.asString()).normalize())
                .toList();
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
}
