package io.streakboard.identity.limits;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.identity.limits.Caller.CallerKind;
import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests beyond a caller's limit, and tells callers of the API how much of it is left, following <a
 * href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/">a draft of the IETF</a>. Callers
 * without a token are not counted: behind a proxy all have the same address, and only the proxy knows their own.
 */
@Component
public class RateLimitFilter extends OncePerRequestFilter {

    static final String RATE_LIMITED = "streakboard.requests.rate_limited";

    /** Asking the matcher of the actuator takes longer. */
    private static final String API = "/api/";

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final String READS = "reads";
    private static final String WRITES = "writes";

    private final boolean enabled;
    private final RateLimit readsOfLearners;
    private final RateLimit writesOfLearners;
    private final RateLimit readsOfClients;
    private final RateLimit writesOfClients;
    private final ProblemWriter problems;
    private final Counter refused;
    private final RequestMatcher actuator = EndpointRequest.toAnyEndpoint();

    @Autowired
    RateLimitFilter(RateLimitProperties properties, ProblemWriter problems, MeterRegistry metrics) {
        this(properties, problems, metrics, TimeMeter.SYSTEM_NANOTIME);
    }

    RateLimitFilter(RateLimitProperties properties, ProblemWriter problems, MeterRegistry metrics, TimeMeter meter) {
        this.enabled = properties.enabled();
        this.readsOfLearners = new RateLimit(READS, properties.learner().reads(), properties.callers(), meter);
        this.writesOfLearners = new RateLimit(WRITES, properties.learner().writes(), properties.callers(), meter);
        this.readsOfClients = new RateLimit(READS, properties.client().reads(), properties.callers(), meter);
        this.writesOfClients = new RateLimit(WRITES, properties.client().writes(), properties.callers(), meter);
        this.problems = problems;
        this.refused = metrics.counter(RATE_LIMITED);
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !enabled;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var caller = Caller.of(SecurityContextHolder.getContext().getAuthentication());
        if (caller == null || !request.getRequestURI().startsWith(API) && actuator.matches(request)) {
            chain.doFilter(request, response);
            return;
        }
        var limit = limit(caller.kind(), READING.contains(request.getMethod()));
        var probe = limit.count(caller);
        response.setHeader("RateLimit-Policy", limit.policy());
        response.setHeader("RateLimit", limit.remaining(probe));
        if (probe.isConsumed()) {
            chain.doFilter(request, response);
        } else {
            refuse(limit, RateLimit.seconds(probe.getNanosToWaitForRefill()), request, response);
        }
    }

    private RateLimit limit(CallerKind kind, boolean reads) {
        return switch (kind) {
            case LEARNER -> reads ? readsOfLearners : writesOfLearners;
            case CLIENT -> reads ? readsOfClients : writesOfClients;
        };
    }

    private void refuse(RateLimit limit, long seconds, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        refused.increment();
        long wait = Math.max(1, seconds);
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(wait));
        problems.write(
                request,
                response,
                Problem.detail(HttpStatus.TOO_MANY_REQUESTS, "rate-limited", limit.refusal(wait)));
    }
}
