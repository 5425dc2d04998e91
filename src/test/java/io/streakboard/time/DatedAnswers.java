package io.streakboard.time;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** If the clock was started elsewhere, the header {@code Date} of answers shows that clock, as pages count down by it. */
@Component
@ConditionalOnProperty("streakboard.clock.start")
class DatedAnswers extends OncePerRequestFilter {

    private final Clock clock;

    DatedAnswers(Clock clock) {
        this.clock = clock;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setDateHeader(HttpHeaders.DATE, clock.millis());
        chain.doFilter(request, response);
    }
}
