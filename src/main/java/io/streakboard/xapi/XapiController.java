package io.streakboard.xapi;

import io.streakboard.identity.ForServices;
import io.streakboard.web.Problem;
import io.streakboard.web.Refuses;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
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

    /** Runs before each request is read: its version is also the version of the answer, even of a refusal. */
    @ModelAttribute
    void agreeOnVersion(HttpServletRequest request, HttpServletResponse response) {
        if (!statements.isOpen()) {
            throw Problem.notFound("xAPI is off: streakboard.xapi.rules has no rule");
        }
        response.setHeader(XapiVersion.HEADER, XapiVersion.answering(request.getHeader(XapiVersion.HEADER)));
    }

    /**
     * Takes xAPI statements. Returns their ids; a statement without an id gets one. A single statement may come without
     * the list. A statement without a matching rule is accepted and left out. A repeated statement changes nothing. If
     * one is invalid, none is taken. After a 503 send them again.
     */
    @Refuses({"not-found", "not-replicated", "clock-behind"})
    @XapiVersioned
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
                    Statements body) {
        var given = body.statements().stream().map(Statement::identified).toList();
        var ids = given.stream().map(Statement::key).toList();
        if (new HashSet<>(ids).size() < ids.size()) {
            throw Problem.invalid("statements", "must not have one id twice", "unique");
        }
        statements.take(given);
        return ids;
    }

    /**
     * Takes one xAPI statement. It gets the given id; otherwise as for several statements.
     *
     * @param statementId the id of the statement
     */
    @Refuses({"not-found", "not-replicated", "clock-behind"})
    @XapiVersioned
    @PutMapping(path = PATH, consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void put(
            @RequestParam @Pattern(regexp = Statement.ID) String statementId, @Valid @RequestBody Statement statement) {
        var named = statement.identified(statementId).identified();
        if (statement.id() != null && !statement.identified().key().equals(named.key())) {
            throw Problem.invalid("id", "must be the statementId of the query", "mismatch");
        }
        statements.take(List.of(named));
    }
}
