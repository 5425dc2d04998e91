package io.streakboard.web.requests;

import io.streakboard.web.BodyRefused;
import io.streakboard.web.FileUpload;
import io.streakboard.web.ProblemWriter;
import io.streakboard.web.RequestEnd;
import io.streakboard.web.SizeLimitedRequest;
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
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * The first filter on both ports.
 *
 * <ul>
 *   <li>It gives each request an id, which is in the answer and in every log line of the request. A client or a proxy
 *       may choose it: 1 to 64 of {@code A-Za-z0-9._-}.
 *   <li>It bounds all bodies except file uploads, which their controller reads piece by piece. If the declared length is
 *       too long, the body is refused before a byte is read. A chunked body is cut off where it exceeds the limit.
 *   <li>It refuses requests that are malformed where no controller checks; the code behind would answer with a 500.
 *   <li>It runs the work that waits for the {@link RequestEnd}.
 * </ul>
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestFilter extends OncePerRequestFilter {

    static final String ID = "X-Request-Id";

    /** The key in {@code logging.pattern.correlation}. */
    private static final String LOGGED = "request";

    private static final Pattern CHOSEN = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final long LONGEST_BODY = DataSize.ofMegabytes(2).toBytes();

    private final ProblemWriter problems;

    RequestFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        int status = HttpStatus.INTERNAL_SERVER_ERROR.value();
        var id = id(request.getHeader(ID));
        response.setHeader(ID, id);
        try (var ignored = MDC.putCloseable(LOGGED, id)) {
            try {
                refuseOrContinue(request, response, chain);
                status = response.getStatus();
            } finally {
                RequestEnd.run(request, status);
            }
        }
    }

    private static String id(@Nullable String chosen) {
        return chosen != null && CHOSEN.matcher(chosen).matches()
                ? chosen
                : Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    private void refuseOrContinue(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean bounded = SizeLimitedRequest.hasBody(request) && !FileUpload.is(request);
        if (bounded && request.getContentLengthLong() > LONGEST_BODY) {
            response.setHeader("Connection", "close");
            problems.write(request, response, BodyRefused.tooLarge(LONGEST_BODY).problem());
            return;
        }
        var refusal = RequestValidator.problem(request);
        if (refusal == null) {
            chain.doFilter(bounded ? new SizeLimitedRequest(request, RequestFilter::check) : request, response);
        } else {
            problems.write(request, response, refusal);
        }
    }

    private static void check(long bytes) throws BodyRefused {
        if (bytes > LONGEST_BODY) {
            throw BodyRefused.tooLarge(LONGEST_BODY);
        }
    }
}
