package io.streakboard.identity.limits;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.identity.limits.Caller.CallerKind;
import io.streakboard.web.BodyRefused;
import io.streakboard.web.FileUpload;
import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import io.streakboard.web.SizeLimitedRequest;
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
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the requests of each caller in a time, and the bodies under way, for each caller and in total. It comes after
 * the token, because it has to know the caller. The body of an unknown caller is not read.
 *
 * <p>Callers are told how many requests are left, following <a
 * href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/">a draft of the IETF</a>. Callers
 * without a token are not counted: behind a proxy all have the same address, and only the proxy knows their own.
 */
@Component
public class CallerLimits extends OncePerRequestFilter {

    static final String RATE_LIMITED = "streakboard.requests.rate_limited";

    /** Asking the matcher of the actuator takes longer. */
    private static final String API = "/api/";

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final String READS = "reads";
    private static final String WRITES = "writes";

    /**
     * A body of short names takes up to 25 times its bytes while it is read: each name is an entry of the parser's table
     * and of the search for duplicates. All bodies together may take half of the heap.
     */
    private static final int HEAP_OF_A_BYTE = 50;

    private static final long LEAST = DataSize.ofMegabytes(4).toBytes();
    private static final long MOST = DataSize.ofMegabytes(32).toBytes();

    private static final String BODY_RETRY_AFTER_SECONDS = "2";

    private final boolean enabled;
    private final RateLimit readsOfLearners;
    private final RateLimit writesOfLearners;
    private final RateLimit readsOfClients;
    private final RateLimit writesOfClients;
    private final InFlightBodyBudget bodies =
            new InFlightBodyBudget(Math.clamp(Runtime.getRuntime().maxMemory() / HEAP_OF_A_BYTE, LEAST, MOST));
    private final ProblemWriter problems;
    private final Counter refused;
    private final RequestMatcher actuator = EndpointRequest.toAnyEndpoint();

    @Autowired
    CallerLimits(RateLimitProperties properties, ProblemWriter problems, MeterRegistry metrics) {
        this(properties, problems, metrics, TimeMeter.SYSTEM_NANOTIME);
    }

    CallerLimits(RateLimitProperties properties, ProblemWriter problems, MeterRegistry metrics, TimeMeter meter) {
        this.enabled = properties.enabled();
        this.readsOfLearners = new RateLimit(READS, properties.learner().reads(), properties.callers(), meter);
        this.writesOfLearners = new RateLimit(WRITES, properties.learner().writes(), properties.callers(), meter);
        this.readsOfClients = new RateLimit(READS, properties.client().reads(), properties.callers(), meter);
        this.writesOfClients = new RateLimit(WRITES, properties.client().writes(), properties.callers(), meter);
        this.problems = problems;
        this.refused = metrics.counter(RATE_LIMITED);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var caller = Caller.of(SecurityContextHolder.getContext().getAuthentication());
        if (caller == null || !request.getRequestURI().startsWith(API) && actuator.matches(request)) {
            chain.doFilter(request, response);
        } else if (!enabled || isWithinLimit(caller, request, response)) {
            filterBody(caller, request, response, chain);
        }
    }

    private boolean isWithinLimit(Caller caller, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var limit = limit(caller.kind(), READING.contains(request.getMethod()));
        var probe = limit.count(caller);
        response.setHeader("RateLimit-Policy", limit.policy());
        response.setHeader("RateLimit", limit.remaining(probe));
        if (!probe.isConsumed()) {
            refuse(limit, RateLimit.seconds(probe.getNanosToWaitForRefill()), request, response);
        }
        return probe.isConsumed();
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
                request, response, Problem.detail(HttpStatus.TOO_MANY_REQUESTS, "rate-limited", limit.refusal(wait)));
    }

    private void filterBody(Caller caller, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!SizeLimitedRequest.hasBody(request)) {
            chain.doFilter(request, response);
            return;
        }
        try (var reservation = bodies.reserve(caller)) {
            if (FileUpload.is(request)) {
                chain.doFilter(request, response);
            } else {
                reservation.hold(request.getContentLengthLong());
                chain.doFilter(new SizeLimitedRequest(request, reservation::hold), response);
            }
        } catch (BodyRefused refused) {
            response.setHeader(HttpHeaders.RETRY_AFTER, BODY_RETRY_AFTER_SECONDS);
            problems.write(request, response, refused.problem());
        }
    }
}
