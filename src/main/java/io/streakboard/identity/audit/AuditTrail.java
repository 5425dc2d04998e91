package io.streakboard.identity.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.streakboard.identity.audit.AdminActions.ActionOutcome;
import io.streakboard.identity.audit.AdminActions.RequestedAction;
import io.streakboard.web.Problem;
import io.streakboard.web.RateLimitedLogger;
import io.streakboard.web.RequestEnd;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records the actions of admins: a row before an action begins, and its outcome afterwards. An action that cannot be
 * recorded is refused. If its end cannot be recorded, or its instance dies, it stays recorded as begun. Each action is
 * also logged when it ends, as one line of JSON by the logger {@code streakboard.audit}. A repeated read within a
 * quarter of an hour is not recorded again.
 */
@Component
class AuditTrail {

    private static final Logger lines = LoggerFactory.getLogger("streakboard.audit");
    private static final Logger log = LoggerFactory.getLogger(AuditTrail.class);

    /** A page asks for a learner again and again while it shows the learner. */
    private static final Duration REPEATED = Duration.ofMinutes(15);

    private static final int REMEMBERED = 1_000;

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private static final String REASON = "reason";

    private final AdminActions actions;
    private final JsonMapper json;
    private final RateLimitedLogger failures = new RateLimitedLogger(log);

    /** The recent reads of admins on this instance. */
    private final Cache<RequestedAction, Boolean> read;

    @Autowired
    AuditTrail(AdminActions actions, JsonMapper json) {
        this(actions, json, Ticker.systemTicker());
    }

    AuditTrail(AdminActions actions, JsonMapper json, Ticker ticker) {
        this.actions = actions;
        this.json = json;
        this.read = Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(REPEATED)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    /**
     * @param arguments the arguments by name, already parsed, so that the record has the values that the handler gets
     */
    void begin(Map<String, ?> arguments) {
        if (RequestContextHolder.currentRequestAttributes() instanceof ServletRequestAttributes current) {
            var request = current.getRequest();
            var action = action(request, arguments);
            if (read.getIfPresent(action) != null) {
                return;
            }
            try {
                long id = actions.begin(action);
                RequestEnd.then(request, status -> end(id, action, status));
            } catch (DataAccessException | TransactionException failure) {
                failures.warn("An action of an admin was refused, as it cannot be recorded", failure);
                throw Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "store-unavailable",
                        "Admins' actions are recorded, and the record cannot be written. Try again later.");
            }
        }
    }

    private RequestedAction action(HttpServletRequest request, Map<String, ?> arguments) {
        var parameters = json.valueToTree(arguments);
        var reason = Optional.ofNullable(parameters.path(REASON).stringValue(null));
        return new RequestedAction(
                String.valueOf(request.getUserPrincipal().getName()),
                request.getMethod(),
                asSent(request).getRequestURI(),
                arguments.isEmpty() ? null : parameters.toString(),
                reason.orElseGet(() -> request.getParameter(REASON)));
    }

    /** The API on the actuator's port reads requests as if they were sent to its own port. */
    private static HttpServletRequest asSent(HttpServletRequest request) {
        ServletRequest sent = request;
        while (sent instanceof ServletRequestWrapper wrapper) {
            sent = wrapper.getRequest();
        }
        return (HttpServletRequest) sent;
    }

    private void end(long id, RequestedAction action, int status) {
        var outcome = status >= 500 ? ActionOutcome.FAILED : status >= 400 ? ActionOutcome.REFUSED : ActionOutcome.DONE;
        lines.info("{}", line(id, action, outcome, status));
        try {
            actions.end(id, outcome, status);
            if (outcome == ActionOutcome.DONE && READING.contains(action.method())) {
                read.put(action, true);
            }
        } catch (DataAccessException | TransactionException failure) {
            failures.warn("The end of an admin's action was not recorded", failure);
        }
    }

    private String line(long id, RequestedAction action, ActionOutcome outcome, int status) {
        var line = new LinkedHashMap<String, Object>();
        line.put("audit", id);
        line.put("admin", action.admin());
        line.put("method", action.method());
        line.put("target", action.target());
        line.put("parameters", action.parameters());
        line.put(REASON, action.reason());
        line.put("outcome", outcome);
        line.put("status", status);
        return json.writeValueAsString(line);
    }
}
