package io.streakboard.identity.audit;

import io.streakboard.identity.audit.AdminActions.Action;
import io.streakboard.identity.audit.AdminActions.Outcome;
import io.streakboard.web.CountedLog;
import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records what admins do, on both ports: a row before the action begins, and what came of it after. An action that
 * cannot be recorded is refused. If its end cannot be recorded, or its instance dies, it stays recorded as begun.
 */
@Component
public class AuditFilter extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(AuditFilter.class);
    private static final CountedLog failures = new CountedLog(log);

    private static final String REASON = "reason";

    private final RequestMatcher actions;
    private final AdminActions trail;
    private final ProblemWriter problems;
    private final JsonMapper json;

    /** @param actions whether an admin is about to do something */
    AuditFilter(
            @Qualifier("adminRequests") RequestMatcher actions,
            AdminActions trail,
            ProblemWriter problems,
            JsonMapper json) {
        this.actions = actions;
        this.trail = trail;
        this.problems = problems;
        this.json = json;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !actions.matches(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var type = request.getContentType();
        boolean hasParameters = type != null && type.contains("json"); // not a file, which may have any size
        var recorded = hasParameters ? new RecordedRequest(request) : null;
        long id;
        try {
            id = trail.begin(action(request, recorded == null ? null : recorded.head()));
        } catch (DataAccessException | TransactionException failure) {
            failures.warn("An action of an admin was refused, as it cannot be recorded", failure);
            refuse(request, response);
            return;
        }
        int status = HttpStatus.INTERNAL_SERVER_ERROR.value();
        try {
            chain.doFilter(recorded == null ? request : recorded, response);
            status = response.getStatus();
        } finally {
            end(id, status);
        }
    }

    private Action action(HttpServletRequest request, @Nullable String parameters) {
        var query = request.getQueryString();
        return new Action(
                String.valueOf(request.getUserPrincipal().getName()),
                request.getMethod(),
                request.getRequestURI() + (query == null ? "" : "?" + query),
                parameters,
                reason(query, parameters));
    }

    private @Nullable String reason(@Nullable String query, @Nullable String parameters) {
        var given = query == null ? null : fromQuery(query);
        return given != null || parameters == null ? given : fromBody(parameters);
    }

    private static @Nullable String fromQuery(String query) {
        try {
            return UriComponentsBuilder.newInstance()
                    .query(query)
                    .build(true)
                    .getQueryParams()
                    .getOrDefault(REASON, List.of())
                    .stream()
                    .findFirst()
                    .map(text -> URLDecoder.decode(text, StandardCharsets.UTF_8))
                    .orElse(null);
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    private @Nullable String fromBody(String parameters) {
        try {
            return json.readTree(parameters).path(REASON).stringValue(null);
        } catch (JacksonException malformed) {
            return null;
        }
    }

    private void end(long id, int status) {
        var outcome = status >= 500 ? Outcome.FAILED : status >= 400 ? Outcome.REFUSED : Outcome.DONE;
        try {
            trail.end(id, outcome, status);
        } catch (DataAccessException | TransactionException failure) {
            log.error("The end of action {} ({}, {}) was not recorded", id, outcome, status, failure);
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader(HttpHeaders.RETRY_AFTER, "5");
        problems.write(
                request,
                response,
                Problem.detail(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "store-unavailable",
                        "What admins do is recorded, and the record cannot be written. Try again later."));
    }
}
