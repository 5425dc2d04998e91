package io.streakboard.identity.audit;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Tells the {@link AuditTrail} how requests were answered, on both ports. */
@Component
public class AuditFilter extends OncePerRequestFilter {

    private final AuditTrail trail;

    AuditFilter(AuditTrail trail) {
        this.trail = trail;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        int status = HttpStatus.INTERNAL_SERVER_ERROR.value();
        try {
            chain.doFilter(request, response);
            status = response.getStatus();
        } finally {
            trail.end(request, status);
        }
    }
}
