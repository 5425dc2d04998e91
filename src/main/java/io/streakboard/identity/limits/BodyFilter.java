package io.streakboard.identity.limits;

import io.streakboard.web.BodyRefused;
import io.streakboard.web.FileUpload;
import io.streakboard.web.ProblemWriter;
import io.streakboard.web.SizeLimitedRequest;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the request bodies under way, for each caller and in total. It comes after security, because it has to know
 * the caller. The body of an unknown caller is not read.
 */
@Component
class BodyFilter extends OncePerRequestFilter {

    /**
     * A body of short names takes up to 25 times its bytes while it is read: each name is an entry of the parser's table
     * and of the search for duplicates. All bodies together may take half of the heap.
     */
    private static final int HEAP_OF_A_BYTE = 50;

    private static final long LEAST = DataSize.ofMegabytes(4).toBytes();
    private static final long MOST = DataSize.ofMegabytes(32).toBytes();

    private static final String RETRY_AFTER_SECONDS = "2";

    private final InFlightBodyBudget budget;
    private final ProblemWriter problems;

    BodyFilter(ProblemWriter problems) {
        this.budget =
                new InFlightBodyBudget(Math.clamp(Runtime.getRuntime().maxMemory() / HEAP_OF_A_BYTE, LEAST, MOST));
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getContentLengthLong() <= 0 && request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var caller = Caller.of(SecurityContextHolder.getContext().getAuthentication());
        if (caller == null) {
            chain.doFilter(request, response);
            return;
        }
        try (var reservation = budget.reserve(caller)) {
            if (FileUpload.is(request)) {
                chain.doFilter(request, response);
            } else {
                reservation.hold(request.getContentLengthLong());
                chain.doFilter(new SizeLimitedRequest(request, reservation::hold), response);
            }
        } catch (BodyRefused refused) {
            response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
            problems.write(request, response, refused.problem());
        }
    }
}
