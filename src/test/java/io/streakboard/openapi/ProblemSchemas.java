package io.streakboard.openapi;

import io.swagger.v3.oas.models.media.Schema;
import java.util.List;
import java.util.Map;

/** The shape of all problems. There is no record for it, because Spring writes problems. */
final class ProblemSchemas {

    private static final String FIELD_ERROR = "FieldError";

    private ProblemSchemas() {}

    static Map<String, Schema<?>> all() {
        return Map.of(ProblemAnswers.SCHEMA, problem(), FIELD_ERROR, fieldError());
    }

    private static Schema<?> problem() {
        var errors = Descriptions.ofType("array").description("What is wrong with which field; twenty at most");
        errors.setItems(new Schema<>().$ref("#/components/schemas/" + FIELD_ERROR));
        var problem = Descriptions.ofType("object").description("Why a request failed (RFC 9457)");
        problem.addProperty("type", text("Which problem it is").format("uri"));
        problem.addProperty("title", text("The problem in short, the same for all of its type"));
        problem.addProperty("status", Descriptions.ofType("integer").description("The status of the answer"));
        problem.addProperty("detail", text("What went wrong, in a sentence"));
        problem.addProperty("instance", text("The path of the request").format("uri-reference"));
        problem.addProperty("code", text("Which rule, of those that the problem stands for"));
        problem.addProperty("parameters", parameters());
        problem.addProperty("errors", errors);
        problem.addProperty("moreErrors", Descriptions.ofType("integer").description("How many errors are left out"));
        problem.setRequired(List.of("type", "title", "status", "detail"));
        return problem;
    }

    private static Schema<?> fieldError() {
        var error = Descriptions.ofType("object").description("What is wrong with one field");
        error.addProperty("field", text("The path of the field, or the name of a parameter"));
        error.addProperty("message", text("What is wrong, in words"));
        error.addProperty("code", text("The same for programs, such as `required`, `max` or `malformed`"));
        error.addProperty("parameters", parameters());
        error.setRequired(List.of("code", "field", "message", "parameters"));
        return error;
    }

    private static Schema<?> parameters() {
        return Descriptions.ofType("object")
                .description("What the words name, such as the greatest value")
                .additionalProperties(new Schema<>());
    }

    private static Schema<?> text(String description) {
        return Descriptions.ofType("string").description(description);
    }
}
