package io.streakboard.web.requests;

import io.streakboard.web.BodyTooLarge;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the bodies of all requests but file uploads, which their controller reads piece by piece. If the declared
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
        return request.getRequestURI().equals(Refusal.IMPORTS);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getContentLengthLong() > LIMIT) {
            response.setHeader("Connection", "close");
            problems.write(request, response, new BodyTooLarge(LIMIT).problem());
        } else {
            chain.doFilter(new BoundedRequest(request), response);
        }
    }

    private static class BoundedRequest extends HttpServletRequestWrapper {

        BoundedRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new BoundedStream(super.getInputStream());
        }

        @Override
        public BufferedReader getReader() throws IOException {
            return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }

    private static class BoundedStream extends ServletInputStream {

        private final ServletInputStream body;
        private long left = LIMIT;

        BoundedStream(ServletInputStream body) {
            this.body = body;
        }

        @Override
        public int read() throws IOException {
            int read = body.read();
            return read < 0 ? read : count(1, read);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = body.read(buffer, offset, length);
            return read < 0 ? read : count(read, read);
        }

        private int count(int bytes, int result) throws BodyTooLarge {
            left -= bytes;
            if (left < 0) {
                throw new BodyTooLarge(LIMIT);
            }
            return result;
        }

        @Override
        public boolean isFinished() {
            return body.isFinished();
        }

        @Override
        public boolean isReady() {
            return body.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            body.setReadListener(listener);
        }
    }
}
