package io.streakboard.openapi;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.support.Api;
import io.streakboard.support.Contract;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springdoc.webmvc.api.OpenApiWebMvcResource;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What the application says of itself is what stands in the repository, and says all that a client has to know. */
@IntegrationTest
@Tag("any-database")
@Tag("any-redis")
class OpenApiIntegrationTests {

    /** {@code ./mvnw test -Dtest=OpenApiIntegrationTests -Dstreakboard.openapi.write} */
    private static final boolean WRITE = System.getProperty("streakboard.openapi.write") != null;

    private static final JsonMapper PRETTY =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Api api;
    private final OpenApiWebMvcResource springdoc;
    private final List<Route> routes;
    private JsonNode document = PRETTY.missingNode();

    OpenApiIntegrationTests(
            Api api,
            OpenApiWebMvcResource springdoc,
            RequestMappingHandlerMapping mappings,
            WebEndpointsSupplier endpoints) {
        this.api = api;
        this.springdoc = springdoc;
        this.routes = Route.all(mappings, endpoints);
    }

    @BeforeEach
    void makeDocument() throws IOException {
        document = PRETTY.readTree(springdoc.openapiJson(new MockHttpServletRequest(), "", Locale.ROOT));
    }

    @Test
    void equalsTheFileInTheRepository() throws IOException {
        if (WRITE) {
            Files.writeString(Contract.FILE, PRETTY.writeValueAsString(document) + "\n");
        }
        assertThat(PRETTY.readTree(Files.readString(Contract.FILE)))
                .as("openapi.json is out of date: "
                        + "./mvnw test -Dtest=OpenApiIntegrationTests -Dstreakboard.openapi.write")
                .isEqualTo(document);
    }

    @Test
    void anybodyMayReadItAndIsSentItOnce() throws IOException {
        var answer = api.anonymous().get("/v3/api-docs").has(200);

        assertThat(answer.body()).isEqualTo(PRETTY.readTree(Files.readString(Contract.FILE)));
        api.anonymous()
                .get(
                        "/v3/api-docs",
                        "If-None-Match",
                        requireNonNull(answer.headers().getETag()))
                .has(304);
    }

    @Test
    void everyRouteOfTheApiIsDescribed() {
        assertThat(routes.stream()
                        .filter(route -> !route.actuator() && route.path().matches("/x?api/.*")))
                .isNotEmpty()
                .allSatisfy(route -> assertThat(document.path("paths")
                                .path(route.path())
                                .has(route.method().toLowerCase(Locale.ROOT)))
                        .isTrue());
    }

    @Test
    void everyOperationAndParameterIsDescribed() {
        assertThat(operations()).isNotEmpty().allSatisfy(operation -> {
            assertThat(operation.path("summary").asString("")).isNotBlank();
            assertThat(operation.path("description").asString("")).isNotBlank();
            assertThat(operation.path("security").isArray()).isTrue();
            assertThat(operation.path("parameters").values())
                    .allSatisfy(parameter -> assertThat(
                                    parameter.path("description").asString(""))
                            .isNotBlank());
        });
    }

    @Test
    void routesForAnybodyAreThoseThatVerifyCredentials() {
        assertThat(operations())
                .filteredOn(operation -> operation.path("security").isEmpty())
                .extracting(operation -> operation.path("operationId").asString())
                .containsExactly("getCredentialKeys", "getCredentialStatusList");
    }

    @Test
    void operationsAreNamedByWhatTheyDo() {
        assertThat(operations())
                .extracting(operation -> operation.path("operationId").asString())
                .doesNotHaveDuplicates()
                .contains("getBoardTop", "signIn", "getLearnerCalendar", "getMyPrivacy", "getSeasonBoardCsv")
                .allSatisfy(id -> assertThat(id).matches("[a-z][A-Za-z]+").doesNotContain("By"));
    }

    @Test
    void noOperationTakesTheLearnerWhoCalls() {
        assertThat(operations())
                .filteredOn(operation -> operation.path("security").size() == 1
                        && operation.path("security").get(0).path("bearer").isEmpty())
                .filteredOn(operation -> !Set.of("boards", "groups") // services name one
                        .contains(operation.path("tags").get(0).asString()))
                .flatMap(operation -> operation.path("parameters").values())
                .extracting(parameter -> parameter.path("name").asString())
                .contains("month")
                .doesNotContain("learner", "id.id", "until");
    }

    @Test
    void everyBodyHasAnExample() {
        assertThat(operations())
                .flatMap(operation -> {
                    var bodies = new ArrayList<>(
                            operation.path("requestBody").path("content").values());
                    operation
                            .path("responses")
                            .values()
                            .forEach(answer ->
                                    bodies.addAll(answer.path("content").values()));
                    return bodies;
                })
                .map(body -> body.path("schema").path("$ref").asString(""))
                .filteredOn(reference -> !reference.isEmpty())
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(document.at(reference.substring(1))
                                .path("examples")
                                .isEmpty())
                        .as(reference)
                        .isFalse());
    }

    private List<JsonNode> operations() {
        return document.path("paths").values().stream()
                .flatMap(path -> path.values().stream())
                .toList();
    }
}
