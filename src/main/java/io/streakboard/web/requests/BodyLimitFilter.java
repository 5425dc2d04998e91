package io.streakboard.web.requests;

import io.streakboard.web.BodyRefused;
import io.streakboard.web.FileUpload;
import io.streakboard.web.ProblemWriter;
import io.streakboard.web.SizeLimitedRequest;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the bodies of all requests except file uploads, which their controller reads piece by piece. If the declared
 * length is too long, the body is refused before a byte is read. A chunked body is cut off where it exceeds the limit.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class BodyLimitFilter extends OncePerRequestFilter {

    private static final long LIMIT = DataSize.ofMegabytes(2).toBytes();

    private final ProblemWriter problems;

    BodyLimitFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getContentLengthLong() <= 0 && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null
                || FileUpload.is(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getContentLengthLong() > LIMIT) {
            response.setHeader("Connection", "close");
            problems.write(request, response, BodyRefused.tooLarge(LIMIT).problem());
        } else {
            chain.doFilter(new SizeLimitedRequest(request, BodyLimitFilter::check), response);
        }
    }

    private static void check(long bytes) throws BodyRefused {
        if (bytes > LIMIT) {
            throw BodyRefused.tooLarge(LIMIT);
        }
    }
}
