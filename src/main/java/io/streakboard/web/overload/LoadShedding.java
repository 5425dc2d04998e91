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
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what an instance cannot bear, before it costs anything: requests that have waited too long for their place,
 * and all but sign-ins when the heap is nearly full.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class LoadShedding extends OncePerRequestFilter {

    /** Requests that were refused because there were too many. */
    static final String REFUSED = "streakboard.requests.refused";

    private static final String RETRY_AFTER_SECONDS = "2";

    private final Places places;
    private final Heap heap;
    private final ProblemWriter problems;
    private final Counter refused;

    LoadShedding(OverloadProperties properties, Heap heap, ProblemWriter problems, MeterRegistry metrics) {
        this.places = new Places(properties.requests(), properties.patience());
        this.heap = heap;
        this.problems = problems;
        this.refused = metrics.counter(REFUSED);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (Places.isSignIn(request) ? heap.isFull() : heap.isNearlyFull()) {
            refuse(request, response);
            return;
        }
        try (var place = places.take(request)) {
            if (place.isFree()) {
                chain.doFilter(request, response);
            } else {
                refuse(request, response);
            }
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        refused.increment();
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        problems.write(
                request,
                response,
                Problem.detail(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "overloaded",
                        "Too many requests are under way. Try again in a few seconds."));
    }
}
