package io.streakboard.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.tags.Tag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * Finishes the document: names for operations, tags, descriptions of parameters, examples of schemas, and one order.
 */
@Component
class WholeDocument implements GlobalOpenApiCustomizer {

    private static final String REFERENCE = "#/components/schemas/";
    private static final String OF_A_LEARNER = "/api/learners/{learner}/";
    private static final String PREFIX = "^/(api/)?";
    private static final String KEYS_OF_BADGES = "/.well-known/jwks.json";
    private static final String EXAMPLES = "openapi/examples.json";

    private final RecordSchemas records;
    private final ProblemAnswers problems;
    private final JsonNode examples;

    WholeDocument(RecordSchemas records, ProblemAnswers problems) {
        this.records = records;
        this.problems = problems;
        this.examples = examples();
    }

    /** As nodes, because nulls in a map would not be written. */
    private static JsonNode examples() {
        try {
            return Json.mapper().readTree(new ClassPathResource(EXAMPLES).getContentAsByteArray());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    @Override
    public void customise(OpenAPI document) {
        var tags = new TreeSet<String>();
        document.getPaths().forEach((path, item) -> {
            var tag = path.equals(KEYS_OF_BADGES)
                    ? "badges"
                    : path.replaceFirst(PREFIX, "").replaceFirst("/.*", "");
            tags.add(tag);
            if (path.startsWith(OF_A_LEARNER)) {
                item.readOperations().forEach(problems::forServices);
            }
            item.readOperationsMap().forEach((method, operation) -> finish(operation, method, path, tag));
        });
        document.setTags(tags.stream()
                .map(tag -> new Tag()
                        .name(tag)
                        .description(
                                Objects.requireNonNull(Descriptions.TAGS.get(tag), "No tag is described as " + tag)))
                .toList());
        problems.addTo(document.getComponents());
        var schemas = document.getComponents().getSchemas();
        records.complete(schemas, requests(document));
        schemas.putAll(ProblemSchemas.all());
        EventSchemas.addTo(document);
        schemas.forEach((name, schema) -> {
            if (examples.has(name)) {
                schema.setExamples(List.of(examples.get(name)));
            }
        });
        document.getComponents().setSchemas(new TreeMap<>(schemas));
        document.setPaths(sorted(document.getPaths()));
    }

    private static void finish(Operation operation, HttpMethod method, String path, String tag) {
        operation.setTags(List.of(tag));
        operation.setSummary(plain(operation.getSummary()).replaceFirst("\\.$", ""));
        operation.setDescription(plain(operation.getDescription()));
        operation.setOperationId(OperationIds.of(method, path));
        if (operation.getParameters() != null) {
            operation.getParameters().forEach(WholeDocument::finish);
        }
        var responses = new TreeMap<>(operation.getResponses());
        operation.getResponses().clear();
        operation.getResponses().putAll(responses);
    }

    private static void finish(Parameter parameter) {
        if (parameter.getDescription() == null) {
            parameter.setDescription(Descriptions.PARAMETERS.get(parameter.getName()));
        }
        parameter.setDescription(plain(parameter.getDescription()));
        var schema = parameter.getSchema();
        if (schema.getTypes() != null) {
            schema.getTypes().remove("null"); // no query can say so
        }
        if (schema.getItems() != null) {
            parameter.setStyle(Parameter.StyleEnum.FORM);
            parameter.setExplode(false); // 1,2,3
        }
    }

    /** Javadoc comes as HTML, descriptions are Markdown. */
    private static String plain(@Nullable String text) {
        return text == null ? "" : text.replaceAll("</?code>", "`").replaceAll("\\s+", " ");
    }

    private static Paths sorted(Paths paths) {
        var sorted = new Paths();
        new TreeMap<>(paths).forEach(sorted::addPathItem);
        return sorted;
    }

    /** The names of the schemas of request bodies. */
    private static Set<String> requests(OpenAPI document) {
        var names = new HashSet<String>();
        document.getPaths().values().stream()
                .map(PathItem::readOperations)
                .flatMap(List::stream)
                .map(Operation::getRequestBody)
                .filter(Objects::nonNull)
                .flatMap(body -> body.getContent().values().stream())
                .forEach(content ->
                        collect(content.getSchema(), document.getComponents().getSchemas(), names));
        return names;
    }

    private static void collect(@Nullable Schema<?> schema, Map<String, Schema> schemas, Set<String> names) {
        if (schema == null) {
            return;
        }
        if (schema.get$ref() != null) {
            var name = schema.get$ref().substring(REFERENCE.length());
            if (names.add(name)) {
                collect(schemas.get(name), schemas, names);
            }
        }
        var properties = schema.getProperties() == null ? new LinkedHashMap<String, Schema>() : schema.getProperties();
        Stream.concat(properties.values().stream(), Stream.ofNullable(schema.getItems()))
                .forEach(part -> collect(part, schemas, names));
    }
}
