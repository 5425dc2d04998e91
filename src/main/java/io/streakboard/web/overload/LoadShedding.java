package io.streakboard.web.overload;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses requests that waited too long for a permit, before they cost anything. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class LoadShedding extends OncePerRequestFilter {

    /** Requests refused under load. */
    static final String SHED = "streakboard.requests.shed";

    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private final RequestBulkhead bulkhead;
    private final ProblemWriter problems;
    private final Counter refused;

    LoadShedding(OverloadProperties properties, ProblemWriter problems, MeterRegistry metrics) {
        this.bulkhead = new RequestBulkhead(properties.requests(), MAX_WAIT);
        this.problems = problems;
        this.refused = metrics.counter(SHED);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!bulkhead.acquire(request)) {
            refuse(request, response);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            bulkhead.release(request);
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        refused.increment();
        problems.write(
                request,
                response,
                Problem.detail(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "overloaded",
                        "Too many requests are under way. Try again in a few seconds."));
    }
}
