package io.streakboard.xapi;

import static java.util.stream.Collectors.joining;

import io.streakboard.identity.ForServices;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.HashSet;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The statements resource of <a href="https://github.com/adlnet/xAPI-Spec">xAPI</a>, write-only. */
@RestController
@ForServices
class XapiController {

    private static final String PATH = "/xapi/statements";

    /** Names the statements that were left out. */
    private static final String UNMAPPED = "Streakboard-Unmapped";

    private static final String UNMAPPED_IS =
            "Positions of the statements that were left out, such as `0, 3`: no rule fits, or the actor is no learner";

    /** The positions of unmapped statements whose actors are no learners. */
    private static final String UNMAPPED_ACTORS = "Streakboard-Unmapped-Actors";

    private static final String UNMAPPED_ACTORS_ARE =
            "Positions of the statements whose actor is no learner by the rules `accounts` and `mailboxes` of `xapi`";

    @Parameter(
            name = XapiVersion.HEADER,
            in = ParameterIn.HEADER,
            required = true,
            description = "`1.0.3` or `2.0.0`; any patch of these",
            schema = @Schema(type = "string", example = "1.0.3"))
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface XapiVersioned {}

    private final StatementIntake statements;

    XapiController(StatementIntake statements) {
        this.statements = statements;
    }

    /** Runs before each request is read. */
    @ModelAttribute
    void requireVersion(HttpServletRequest request) {
        if (!statements.isOpen()) {
            throw Problem.notFound("xAPI is off: the rules have none for statements");
        }
        XapiVersion.require(request.getHeader(XapiVersion.HEADER));
    }

    /**
     * Takes xAPI statements. Returns their ids; a statement without an id gets one. A single statement may come without
     * the list. A statement that no rule fits, or whose actor is no learner, is accepted and left out;
     * {@code Streakboard-Unmapped} names it. A repeated statement changes nothing. If one is invalid, none is taken.
     * After a 503 send them again.
     */
    @Refuses({"not-found", "not-replicated", "clock-behind"})
    @XapiVersioned
    @ApiResponse(
            responseCode = "200",
            description = "The statements' ids",
            useReturnTypeSchema = true,
            headers = {
                @Header(name = UNMAPPED, description = UNMAPPED_IS, schema = @Schema(type = "string")),
                @Header(name = UNMAPPED_ACTORS, description = UNMAPPED_ACTORS_ARE, schema = @Schema(type = "string"))
            })
    @PostMapping(path = PATH, consumes = MediaType.APPLICATION_JSON_VALUE)
    List<String> post(
            @Valid
                    @RequestBody
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            array =
                                                    @ArraySchema(
                                                            schema = @Schema(implementation = Statement.class),
                                                            maxItems = 200)))
                    Statements body,
            HttpServletResponse response) {
        for (int i = 0; i < body.statements().size(); i++) {
            requireWhole(body.statements().get(i), "statements[" + i + "].");
        }
        var given = body.statements().stream().map(Statement::identified).toList();
        var ids = new HashSet<String>();
        for (int i = 0; i < given.size(); i++) {
            if (body.statements().get(i).id() != null && !ids.add(given.get(i).key())) {
                throw Problem.invalid("statements", "must not have one id twice", "unique");
            }
        }
        take(given, response);
        return given.stream().map(Statement::key).toList();
    }

    /**
     * Takes one xAPI statement. It gets the given id; otherwise as for several statements.
     *
     * @param statementId the id of the statement
     */
    @Refuses({"not-found", "not-replicated", "clock-behind"})
    @XapiVersioned
    @ApiResponse(
            responseCode = "204",
            description = "Taken",
            headers = {
                @Header(name = UNMAPPED, description = UNMAPPED_IS, schema = @Schema(type = "string")),
                @Header(name = UNMAPPED_ACTORS, description = UNMAPPED_ACTORS_ARE, schema = @Schema(type = "string"))
            })
    @PutMapping(path = PATH, consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void put(
            @RequestParam @Pattern(regexp = Statement.ID) String statementId,
            @Valid @RequestBody Statement statement,
            HttpServletResponse response) {
        requireWhole(statement, "");
        var named = statement.identified(statementId).identified();
        if (statement.id() != null && !statement.identified().key().equals(named.key())) {
            throw Problem.invalid("id", "must be the statementId of the query", "mismatch");
        }
        take(List.of(named), response);
    }

    private static void requireWhole(Statement statement, String prefix) {
        statement.violation().ifPresent(violation -> {
            throw Problem.invalid(violation.at(prefix + violation.field()));
        });
    }

    private void take(List<Statement> given, HttpServletResponse response) {
        var unmapped = statements.take(given);
        tell(UNMAPPED, unmapped, response);
        tell(
                UNMAPPED_ACTORS,
                unmapped.stream()
                        .filter(position -> !statements.isOfLearner(given.get(position)))
                        .toList(),
                response);
    }

    private static void tell(String header, List<Integer> positions, HttpServletResponse response) {
        if (!positions.isEmpty()) {
            response.setHeader(header, positions.stream().map(String::valueOf).collect(joining(", ")));
        }
    }
}
