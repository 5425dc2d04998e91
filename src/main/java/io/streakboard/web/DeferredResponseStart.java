package io.streakboard.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets an asynchronous answer begin after the filters of its request have ended. Some filters write headers after the
 * handler has returned. A thread that writes the answer at the same moment would corrupt the answer and the connection.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class DeferredResponseStart extends OncePerRequestFilter {

    private static final String BEGINNING = DeferredResponseStart.class.getName();

    /** Runs work on this request's thread at its end; it must be short. */
    public static void begin(HttpServletRequest request, Runnable answer) {
        request.setAttribute(BEGINNING, answer);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } finally {
            if (request.getAttribute(BEGINNING) instanceof Runnable answer) {
                request.removeAttribute(BEGINNING);
                answer.run();
            }
        }
    }
}
