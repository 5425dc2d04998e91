package io.streakboard.identity.audit;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;

/** A request whose body has already been read as far as it is recorded, but can still be read from its beginning. */
class RecordedRequest extends HttpServletRequestWrapper {

    private static final int RECORDED_BYTES = 16_384;

    private final byte[] head;

    RecordedRequest(HttpServletRequest request) throws IOException {
        super(request);
        head = request.getInputStream().readNBytes(RECORDED_BYTES);
    }

    String head() {
        return new String(head, StandardCharsets.UTF_8);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        return new Replayed(new SequenceInputStream(new ByteArrayInputStream(head), super.getInputStream()));
    }

    @Override
    public BufferedReader getReader() throws IOException {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    private static class Replayed extends ServletInputStream {

        private final InputStream body;
        private boolean finished;

        Replayed(InputStream body) {
            this.body = body;
        }

        @Override
        public int read() throws IOException {
            int read = body.read();
            finished = read < 0;
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = body.read(buffer, offset, length);
            finished = read < 0;
            return read;
        }

        @Override
        public boolean isFinished() {
            return finished;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("Admins' requests are read in a blocking way");
        }
    }
}
