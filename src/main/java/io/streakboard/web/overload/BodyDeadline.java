package io.streakboard.web.overload;

import io.streakboard.web.FileUpload;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
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
 * A deadline for the body of a request. An import, possibly a long file, earns more time with the bytes that arrive.
 *
 * <p>The unread rest of a body is skipped after the answer, by the same deadline, so that the client can read the
 * answer. Then the connection is closed.
 */
class BodyDeadline extends ValveBase {

    private static final long MOST_SKIPPED = DataSize.ofMegabytes(4).toBytes();

    private final Duration timeout;

    BodyDeadline(Duration timeout) {
        super(true); // asynchronous requests pass as well
        this.timeout = timeout;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (response.getStatus() >= HttpServletResponse.SC_BAD_REQUEST) {
            getNext().invoke(request, response); // the head was refused, so no body follows
            return;
        }
        var coyote = request.getCoyoteRequest();
        var source = coyote.getInputBuffer();
        coyote.setInputBuffer(new TimedBody(source, time(request)));
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

    private TransferTime time(Request request) {
        return FileUpload.is(request)
                ? TransferTime.whileMoving(timeout, System::nanoTime)
                : TransferTime.inAll(timeout, System::nanoTime);
    }

    /** Skips the rest of a body, unless the client waits for permission to send it. */
    private static void skip(org.apache.coyote.Request request) {
        try {
            var rest = new Skipped();
            while (!request.hasExpectation() && rest.bytes < MOST_SKIPPED && request.doRead(rest) >= 0) {
                rest.bytes += rest.buffer.remaining();
            }
        } catch (IOException tooSlow) {
            // the deadline has passed, or the client is gone
        }
        if (!request.isFinished()) {
            request.action(ActionCode.DISABLE_SWALLOW_INPUT, null); // closes the connection
        }
    }

    /** Discards bytes. */
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
