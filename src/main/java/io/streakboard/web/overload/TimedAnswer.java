package io.streakboard.web.overload;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/** An answer that the client has to read within a limited time. */
final class TimedAnswer extends HttpServletResponseWrapper {

    private final TransferTime time;
    private @Nullable TimedStream stream;
    private volatile boolean brokenOff;

    TimedAnswer(HttpServletResponse response, TransferTime time) {
        super(response);
        this.time = time;
    }

    /** Whether the client was too slow, so that the answer is incomplete. */
    boolean isBrokenOff() {
        return brokenOff;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (stream == null) {
            stream = new TimedStream(super.getOutputStream());
        }
        return stream;
    }

    private class TimedStream extends ServletOutputStream {

        /** Bounds a piece, because the time is checked only after writing a whole piece. */
        private static final int PIECE = 8 * 1024;

        private final ServletOutputStream target;

        TimedStream(ServletOutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value});
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int from = offset; from < offset + length; from += PIECE) {
                int begin = from;
                int size = Math.min(PIECE, offset + length - from);
                timed(() -> {
                    target.write(bytes, begin, size);
                    return size;
                });
            }
        }

        @Override
        public void flush() throws IOException {
            timed(() -> {
                target.flush();
                return 0;
            });
        }

        private void timed(TransferTime.Step step) throws IOException {
            try {
                time.take(step);
            } catch (SocketTimeoutException tooSlow) {
                brokenOff = true;
                throw tooSlow;
            }
        }

        @Override
        public void close() throws IOException {
            target.close();
        }

        @Override
        public boolean isReady() {
            return target.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            target.setWriteListener(listener);
        }
    }
}
