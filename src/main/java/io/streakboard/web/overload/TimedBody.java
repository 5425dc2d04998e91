package io.streakboard.web.overload;

import java.io.IOException;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/** The body of a request, which the client has to send within a limited time. */
record TimedBody(InputBuffer source, TransferTime time) implements InputBuffer {

    @Override
    public int doRead(ApplicationBufferHandler handler) throws IOException {
        return time.take(() -> source.doRead(handler));
    }

    @Override
    public int available() {
        return source.available();
    }
}
