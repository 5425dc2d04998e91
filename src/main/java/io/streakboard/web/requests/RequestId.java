package io.streakboard.web.requests;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives each request an id, which is in the answer and in every log line of the request. A client or a proxy may choose
 * it: 1 to 64 of {@code A-Za-z0-9._-}.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestId extends OncePerRequestFilter {

    static final String HEADER = "X-Request-Id";

    /** The key in {@code logging.pattern.correlation}. */
    private static final String KEY = "request";

    private static final Pattern CHOSEN = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var id = of(request.getHeader(HEADER));
        response.setHeader(HEADER, id);
        try (var ignored = MDC.putCloseable(KEY, id)) {
            chain.doFilter(request, response);
        }
    }

    private static String of(@Nullable String chosen) {
        return chosen != null && CHOSEN.matcher(chosen).matches()
                ? chosen
                : Long.toHexString(ThreadLocalRandom.current().nextLong());
    }
}
