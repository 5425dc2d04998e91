package io.streakboard.openapi;

import static java.util.stream.Collectors.joining;

import io.streakboard.identity.CurrentCaller;
import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForAdmins;
import io.streakboard.identity.ForServices;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;

/**
 * Adds to each operation its role and all problems that it may answer with: those of every route, of its role, and
 * those that it {@link Refuses}.
 */
@Component
class ProblemAnswers implements OperationCustomizer {

    static final String SCHEMA = "Problem";

    private static final String LEARNER = "learner";
    private static final String SCHEMES = "#/components/schemas/";
    private static final String NOT_MODIFIED = "304";
    private static final String ANYTHING_ELSE = "Refused";
    private static final Set<Integer> WAIT = Set.of(429, 503);

    /** The problems of every route. */
    private static final Set<KnownProblem> EVERYWHERE = EnumSet.of(
            KnownProblem.INVALID_REQUEST,
            KnownProblem.BAD_REQUEST,
            KnownProblem.UNAUTHORIZED,
            KnownProblem.NOT_ACCEPTABLE,
            KnownProblem.UNSUPPORTED_MEDIA_TYPE,
            KnownProblem.BODY_TOO_LARGE,
            KnownProblem.RATE_LIMITED,
            KnownProblem.INTERNAL_ERROR,
            KnownProblem.ISSUER_UNAVAILABLE,
            KnownProblem.OVERLOADED,
            KnownProblem.STORE_UNAVAILABLE);

    /** Answers that several operations share, by their names. */
    private final Map<String, ApiResponse> shared = new ConcurrentSkipListMap<>();

    @Override
    public Operation customize(Operation operation, HandlerMethod handler) {
        var ofStatus = byStatus(problems(operation, handler));
        ofStatus.forEach((status, problems) ->
                operation.getResponses().addApiResponse(Integer.toString(status), reference(status, problems)));
        operation.getResponses().addApiResponse("default", anythingElse());
        if (operation.getResponses().containsKey(NOT_MODIFIED)) {
            operation.getResponses().get(NOT_MODIFIED).setContent(null);
        }
        operation.setSecurity(
                isPublic(handler)
                        ? List.of()
                        : List.of(new SecurityRequirement().addList(Descriptions.BEARER, scopes(handler))));
        if (takes(handler, CurrentCaller.class)) {
            operation.addParametersItem(new Parameter()
                    .name(LEARNER)
                    .in("query")
                    .description(
                            "Whom `me` stands for, only for services and admins; the subject of the token if absent")
                    .required(false)
                    .schema(Descriptions.ofType("string")));
        }
        return operation;
    }

    /** A route of learners that names one of them is for services. */
    void forServices(Operation operation) {
        operation.getResponses().addApiResponse("403", reference(403, EnumSet.of(KnownProblem.FORBIDDEN)));
        operation.setSecurity(List.of(new SecurityRequirement().addList(Descriptions.BEARER, List.of("service"))));
        operation.addParametersItem(
                new Parameter().name(LEARNER).in("path").required(true).schema(Descriptions.ofType("string")));
    }

    void addTo(Components components) {
        shared.forEach(components::addResponses);
    }

    private static Set<KnownProblem> problems(Operation operation, HandlerMethod handler) {
        var problems = EnumSet.copyOf(EVERYWHERE);
        if (!scopes(handler).isEmpty()) {
            problems.add(KnownProblem.FORBIDDEN);
        }
        if (takes(handler, CurrentCaller.class)) {
            problems.add(KnownProblem.FORBIDDEN);
        }
        if (takes(handler, CurrentLearner.class) || takes(handler, CurrentCaller.class)) {
            problems.add(KnownProblem.NOT_A_LEARNER);
            problems.add(KnownProblem.LEARNER_DELETED);
            problems.add(KnownProblem.LEARNER_KEY_TAKEN);
        }
        if (operation.getRequestBody() != null) {
            problems.add(KnownProblem.REQUEST_TIMEOUT);
        }
        Stream.of(handler.getMethodAnnotation(Refuses.class), onType(handler, Refuses.class))
                .filter(refuses -> refuses != null)
                .flatMap(refuses -> Arrays.stream(refuses.value()))
                .map(KnownProblem::named)
                .forEach(problems::add);
        return problems;
    }

    private static boolean takes(HandlerMethod handler, Class<?> type) {
        return Arrays.stream(handler.getMethodParameters())
                .map(MethodParameter::getParameterType)
                .anyMatch(type::equals);
    }

    private static boolean isPublic(HandlerMethod handler) {
        var authorized = handler.getMethodAnnotation(PreAuthorize.class);
        return authorized != null && authorized.value().equals("permitAll");
    }

    private static List<String> scopes(HandlerMethod handler) {
        return isFor(handler, ForAdmins.class)
                ? List.of("admin")
                : isFor(handler, ForServices.class) ? List.of("service") : List.of();
    }

    private static boolean isFor(HandlerMethod handler, Class<? extends Annotation> role) {
        return handler.hasMethodAnnotation(role) || onType(handler, role) != null;
    }

    private static <A extends Annotation> @Nullable A onType(HandlerMethod handler, Class<A> annotation) {
        return AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), annotation);
    }

    private static SortedMap<Integer, Set<KnownProblem>> byStatus(Set<KnownProblem> problems) {
        var byStatus = new TreeMap<Integer, Set<KnownProblem>>();
        problems.forEach(problem -> problem.statuses()
                .forEach(status -> byStatus.computeIfAbsent(status, first -> EnumSet.noneOf(KnownProblem.class))
                        .add(problem)));
        return byStatus;
    }

    private ApiResponse reference(int status, Set<KnownProblem> problems) {
        var name = problems.stream().map(problem -> inCamelCase(problem.text())).collect(joining("Or"));
        shared.computeIfAbsent(name + status, all -> answer(status, problems));
        return new ApiResponse().$ref("#/components/responses/" + name + status);
    }

    private ApiResponse anythingElse() {
        shared.computeIfAbsent(
                ANYTHING_ELSE,
                all -> answer(
                        "Whatever else the server refuses, such as a method that the route does not have.",
                        new Schema<>().$ref(SCHEMES + SCHEMA)));
        return new ApiResponse().$ref("#/components/responses/" + ANYTHING_ELSE);
    }

    private static ApiResponse answer(int status, Set<KnownProblem> problems) {
        var description = problems.stream()
                .map(problem -> "`" + problem.text() + "`: " + problem.description())
                .collect(joining("\n\n"));
        var answer = answer(description, narrowed(status, problems));
        if (WAIT.contains(status)) {
            answer.addHeaderObject(
                    "Retry-After",
                    new Header()
                            .description("After how many seconds the request may be tried again")
                            .schema(Descriptions.ofType("integer")));
        }
        if (status == 401 || status == 403) {
            answer.addHeaderObject(
                    "WWW-Authenticate",
                    new Header()
                            .description("The challenge, as RFC 6750 has it")
                            .schema(Descriptions.ofType("string")));
        }
        return answer;
    }

    private static ApiResponse answer(String description, Schema<?> schema) {
        return new ApiResponse()
                .description(description)
                .addHeaderObject(
                        "X-Request-Id",
                        new Header()
                                .description("The id of the request, as it stands in the log")
                                .schema(Descriptions.ofType("string")))
                .content(new Content().addMediaType("application/problem+json", new MediaType().schema(schema)));
    }

    /** The schema of problems, with the types and the status that come here. */
    private static Schema<?> narrowed(int status, Collection<KnownProblem> problems) {
        var type = Descriptions.ofType("string");
        problems.forEach(problem -> type.addEnumItemObject("urn:streakboard:problem:" + problem.text()));
        var code = Descriptions.ofType("integer");
        code.setConst(status);
        var narrow = Descriptions.ofType("object");
        narrow.addProperty("type", type);
        narrow.addProperty("status", code);
        return new Schema<>().allOf(List.of(new Schema<>().$ref(SCHEMES + SCHEMA), narrow));
    }

    static String inCamelCase(String name) {
        return Arrays.stream(name.split("-"))
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(joining());
    }
}
