package io.streakboard.openapi;

import static java.util.Objects.requireNonNull;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The data of the events of live updates. No handler answers with these: a stream is text, and events are parts of it. */
final class EventSchemas {

    private static final String UPDATES = "/api/boards/{board}/updates";
    private static final String SCHEMES = "#/components/schemas/";
    private static final List<String> NOT_SHARED = List.of("me", "next");

    private EventSchemas() {}

    static void addTo(OpenAPI document) {
        var schemas = document.getComponents().getSchemas();
        schemas.put("TopEvent", top(requireNonNull(schemas.get("RankingView"))));
        schemas.put(
                "MeEvent",
                anyOf("MyRank")
                        .addAnyOfItem(Descriptions.ofType("null"))
                        .description(
                                "Data of the event `me`: the standing of the learner who calls; null once there is none"));
        var answer = requireNonNull(document.getPaths().get(UPDATES))
                .getGet()
                .getResponses()
                .get("200");
        requireNonNull(answer)
                .getContent()
                .values()
                .iterator()
                .next()
                .getSchema()
                .contentMediaType("text/event-stream")
                .contentSchema(anyOf("TopEvent", "MeEvent").description("The data of an event, which is JSON"));
    }

    private static Schema<?> anyOf(String... names) {
        var schema = new JsonSchema();
        for (var name : names) {
            schema.addAnyOfItem(new Schema<>().$ref(SCHEMES + name));
        }
        return schema;
    }

    /** A page, without what it has for its caller alone. */
    private static Schema<?> top(Schema<?> page) {
        var properties = new LinkedHashMap<>(page.getProperties());
        var required = new ArrayList<>(page.getRequired());
        NOT_SHARED.forEach(properties::remove);
        required.removeAll(NOT_SHARED);
        var top =
                Descriptions.ofType("object").description("Data of the event `top`: the first page, the same for all");
        top.setProperties(properties);
        top.setRequired(required);
        return top;
    }
}
