package io.streakboard.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.exc.JacksonIOException;

/** An answer that is written while its data is read, so that it takes little memory however long it is. */
public final class Download {

    private static final Logger log = LoggerFactory.getLogger(Download.class);

    private Download() {}

    /** Writes an answer. The writer must not close the stream, or a broken answer would end like a whole one. */
    @FunctionalInterface
    public interface Body {

        void write(OutputStream answer) throws IOException;
    }

    /** The answer broke off. The connection has to break as well, or half an answer would look like a whole one. */
    static class BrokenOff extends RuntimeException {

        private BrokenOff(RuntimeException cause) {
            super("A download broke off", cause);
        }
    }

    /** A failure before the first bytes were sent is answered as a problem. */
    public static void send(HttpServletResponse response, Body body) {
        try {
            body.write(response.getOutputStream());
        } catch (IOException | UncheckedIOException | JacksonIOException gone) {
            log.debug("A download ended early", gone);
        } catch (RuntimeException failure) {
            if (response.isCommitted()) {
                throw new BrokenOff(failure);
            }
            response.reset();
            throw failure;
        }
    }
}
