package io.streakboard.web.overload;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.springframework.util.unit.DataSize;

/**
 * A deadline for the body of a request, which moves on with the bytes that have come. Tomcat's own timeout begins anew
 * with each byte. The part of a body that nobody has read is skipped after the answer, by the same deadline, so that
 * the client can read the answer. Then the connection is closed.
 */
class BodyDeadline extends ValveBase {

    private static final long MOST_SKIPPED = DataSize.ofMegabytes(4).toBytes();

    private final Duration timeout;
    private final DataSize rate;

    BodyDeadline(Duration timeout, DataSize rate) {
        super(true); // asynchronous requests pass as well
        this.timeout = timeout;
        this.rate = rate;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        var coyote = request.getCoyoteRequest();
        var source = coyote.getInputBuffer();
        coyote.setInputBuffer(new TimedBody(source, timeout, rate, System::nanoTime));
        try {
            getNext().invoke(request, response);
            if (!coyote.isFinished() && !request.isAsync()) {
                response.finishResponse();
                skip(coyote);
            }
        } finally {
            coyote.setInputBuffer(source);
        }
    }

    /** A client that waits for leave to send its body has got an answer instead, and may never send the body. */
    private static void skip(org.apache.coyote.Request request) {
        try {
            var rest = new Skipped();
            while (!request.hasExpectation() && rest.bytes < MOST_SKIPPED && request.doRead(rest) >= 0) {
                rest.bytes += rest.buffer.remaining();
            }
        } catch (IOException tooSlow) {
            // no more is waited for
        }
        if (!request.isFinished()) {
            request.action(ActionCode.DISABLE_SWALLOW_INPUT, null); // closes the connection
        }
    }

    /** Reads bytes and forgets them. */
    private static class Skipped implements ApplicationBufferHandler {

        private ByteBuffer buffer = EMPTY_BUFFER;
        private long bytes;

        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return buffer;
        }

        @Override
        public void expand(int size) {
            // nothing is kept
        }
    }
}
