package io.streakboard.support;

import static java.util.Comparator.comparing;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.streakboard.support.Api.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code openapi.json}, against which every answer is held that a test sees: its status, its type and its body,
 * which must not have members that the document does not know.
 */
public final class Contract {

    public static final Path FILE = Path.of("src", "main", "resources", "openapi.json");

    private static final JsonMapper JSON = new JsonMapper();
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private static class Written {

        private static final Contract CONTRACT = new Contract(read());
    }

    private final JsonNode document;
    private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();

    private Contract(JsonNode document) {
        this.document = document;
        document.at("/components/schemas").values().forEach(Contract::close);
    }

    private static JsonNode read() {
        try {
            return JSON.readTree(Files.readAllBytes(FILE));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private static void close(JsonNode schema) {
        if (schema.has("properties") && !schema.has("additionalProperties")) {
            ((ObjectNode) schema).put("additionalProperties", false);
        }
    }

    static void check(HttpMethod method, URI uri, Answer answer) {
        if (uri.getPath().startsWith("/api/") || uri.getPath().startsWith("/xapi/")) {
            Written.CONTRACT.holds(method, uri.getPath(), answer);
        }
    }

    private void holds(HttpMethod method, String path, Answer answer) {
        var pattern = pattern(path);
        var operation = pattern == null
                ? JSON.missingNode()
                : document.path("paths").path(pattern).path(method.name().toLowerCase(Locale.ROOT));
        if (operation.isMissingNode()) {
            conforms(resolved("#/components/responses/Refused"), method + " " + path, answer);
            return;
        }
        var responses = operation.path("responses");
        var response = responses.optional(Integer.toString(answer.status())).orElse(responses.path("default"));
        conforms(
                response.has("$ref") ? resolved(response.path("$ref").asString()) : response,
                method + " " + pattern,
                answer);
    }

    /** The path of the document that fits best: of those with variables the one with fewest. */
    private @Nullable String pattern(String path) {
        var segments = PathContainer.parsePath(path);
        return document.path("paths").propertyNames().stream()
                .map(PathPatternParser.defaultInstance::parse)
                .filter(pattern -> pattern.matches(segments))
                .min(comparing(pattern -> pattern))
                .map(PathPattern::getPatternString)
                .orElse(null);
    }

    private JsonNode resolved(String reference) {
        return document.at(reference.substring(1));
    }

    private void conforms(JsonNode response, String route, Answer answer) {
        var content = response.path("content");
        var type = Objects.requireNonNullElse(answer.headers().getContentType(), MediaType.ALL);
        var schema = content.path(type.getType() + "/" + type.getSubtype()).path("schema");
        if (schema.isMissingNode()) {
            if (content.isEmpty() && answer.body().isMissingNode()) {
                return;
            }
            throw new AssertionError("%s answers %d with %s, which the document does not know: %s"
                    .formatted(route, answer.status(), type, answer.body()));
        }
        if (!type.getSubtype().endsWith("json")) {
            return;
        }
        var errors = schemas.computeIfAbsent(schema, this::compiled).validate(answer.body());
        if (!errors.isEmpty()) {
            throw new AssertionError("%s answers %d with what the document does not know: %s in %s"
                    .formatted(
                            route,
                            answer.status(),
                            errors.stream().map(Error::toString).toList(),
                            answer.body()));
        }
    }

    private Schema compiled(JsonNode schema) {
        var root = JSON.createObjectNode();
        root.set("components", document.path("components"));
        root.putArray("allOf").add(schema);
        return SCHEMAS.getSchema(root);
    }
}
