package io.streakboard.openapi;

import io.swagger.v3.oas.models.media.Schema;
import java.util.List;
import java.util.Map;

/** The shape of all problems. There is no record for it, because Spring writes problems. */
final class ProblemSchemas {

    /** Made of the record, as results of activities have it, too. */
    private static final String VIOLATION = "Violation";

    private ProblemSchemas() {}

    static Map<String, Schema<?>> all() {
        return Map.of(ProblemAnswers.SCHEMA, problem());
    }

    private static Schema<?> problem() {
        var errors = Descriptions.ofType("array").description("What is wrong with which field; twenty at most");
        errors.setItems(new Schema<>().$ref("#/components/schemas/" + VIOLATION));
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

    private static Schema<?> parameters() {
        return Descriptions.ofType("object")
                .description("What the words name, such as the greatest value")
                .additionalProperties(new Schema<>());
    }

    private static Schema<?> text(String description) {
        return Descriptions.ofType("string").description(description);
    }
}
