package io.streakboard.web.requests;

import io.streakboard.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses requests that are malformed where no controller checks; the code behind would answer with a 500. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class RequestValidationFilter extends OncePerRequestFilter {

    private final ProblemWriter problems;

    RequestValidationFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var refusal = RequestValidator.problem(request);
        if (refusal == null) {
            chain.doFilter(request, response);
        } else {
            problems.write(request, response, refusal);
        }
    }
}
