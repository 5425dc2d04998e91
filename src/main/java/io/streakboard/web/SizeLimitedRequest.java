package io.streakboard.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;

/** A request whose body is counted while it is being read. */
public class SizeLimitedRequest extends HttpServletRequestWrapper {

    /** Gets the number of bytes read. */
    public interface Counter {

        /** @throws IOException to the reader, if that is too many */
        void read(long bytes) throws IOException;
    }

    private final Counter counter;

    /** Whether a request has a body, of a declared length or in chunks. */
    public static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    public SizeLimitedRequest(HttpServletRequest request, Counter counter) {
        super(request);
        this.counter = counter;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        return new CountedStream(super.getInputStream(), counter);
    }

    @Override
    public BufferedReader getReader() throws IOException {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    private static class CountedStream extends ServletInputStream {

        private final ServletInputStream body;
        private final Counter counter;
        private long bytes;

        CountedStream(ServletInputStream body, Counter counter) {
            this.body = body;
            this.counter = counter;
        }

        @Override
        public int read() throws IOException {
            int read = body.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = body.read(buffer, offset, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) throws IOException {
            bytes += read;
            counter.read(bytes);
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
