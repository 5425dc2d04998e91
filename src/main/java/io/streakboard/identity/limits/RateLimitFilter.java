package io.streakboard.identity.limits;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.identity.limits.RateLimits.LimitCheck;
import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
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

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final long SECOND = 1_000_000_000;

    private final RateLimits limits;
    private final ProblemWriter problems;
    private final Counter refused;
    private final RequestMatcher actuator = EndpointRequest.toAnyEndpoint();

    RateLimitFilter(RateLimits limits, ProblemWriter problems, MeterRegistry metrics) {
        this.limits = limits;
        this.problems = problems;
        this.refused = metrics.counter(RATE_LIMITED);
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !limits.enabled();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var caller = Caller.of(SecurityContextHolder.getContext().getAuthentication());
        if (caller == null || actuator.matches(request)) {
            chain.doFilter(request, response);
            return;
        }
        var check = limits.count(caller, !READING.contains(request.getMethod()));
        describe(check, response);
        if (check.probe().isConsumed()) {
            chain.doFilter(request, response);
        } else {
            refuse(check, request, response);
        }
    }

    private static void describe(LimitCheck check, HttpServletResponse response) {
        var limit = check.limit();
        var policy = '"' + check.policy() + '"'; // put together by hand: each answer has these headers
        response.setHeader(
                "RateLimit-Policy",
                policy + ";q=" + limit.requests() + ";w=" + limit.per().toSeconds());
        response.setHeader(
                "RateLimit",
                policy + ";r=" + check.probe().getRemainingTokens() + ";t="
                        + seconds(check.probe().getNanosToWaitForReset()));
    }

    private void refuse(LimitCheck check, HttpServletRequest request, HttpServletResponse response) throws IOException {
        refused.increment();
        long wait = Math.max(1, seconds(check.probe().getNanosToWaitForRefill()));
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(wait));
        var limit = check.limit();
        problems.write(
                request,
                response,
                Problem.detail(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "rate-limited",
                        "More than %d %s in %d s. Try again in %d s."
                                .formatted(
                                        limit.requests(),
                                        check.policy(),
                                        limit.per().toSeconds(),
                                        wait)));
    }

    private static long seconds(long nanos) {
        return (nanos + SECOND - 1) / SECOND;
    }
}
