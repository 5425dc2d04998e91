package io.streakboard.web.overload;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP/1.1 with the connection timeout as a deadline for the whole head of a request. Tomcat's own timeout begins anew
 * with each byte, so a client that sends a byte every few seconds could keep its connection for ever. Public because
 * Tomcat creates it by name.
 */
public class PatientProtocol extends Http11NioProtocol {

    private static final Logger log = LoggerFactory.getLogger(PatientProtocol.class);

    private @Nullable ScheduledFuture<?> closing;

    @Override
    public void start() throws Exception {
        super.start();
        closing = getUtilityExecutor().scheduleWithFixedDelay(this::closeSlow, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public void stop() throws Exception {
        if (closing != null) {
            closing.cancel(false);
        }
        super.stop();
    }

    private void closeSlow() {
        int closed = 0;
        for (var connection : getEndpoint().getConnections()) {
            if (closeIfSlow(connection)) {
                closed++;
            }
        }
        if (closed > 0) {
            log.debug("{} connections were closed: no whole request came within {} ms", closed, getConnectionTimeout());
        }
    }

    /**
     * Never closes a connection while a thread works on it, because the channel could belong to another connection
     * before that thread notices.
     */
    private boolean closeIfSlow(SocketWrapperBase<?> connection) {
        if (!connection.getLock().tryLock()) {
            return false;
        }
        try {
            boolean slow = connection.getCurrentProcessor() instanceof Processor processor && isSlow(processor);
            if (slow) {
                connection.close();
            }
            return slow;
        } finally {
            connection.getLock().unlock();
        }
    }

    /** A connection keeps its processor while a head is incomplete, or while an asynchronous answer is under way. */
    private boolean isSlow(Processor processor) {
        var request = processor.getRequest();
        if (request == null || processor.isAsync() || request.getStartTimeNanos() < 0) {
            return false;
        }
        return System.nanoTime() - request.getStartTimeNanos() > TimeUnit.MILLISECONDS.toNanos(getConnectionTimeout());
    }
}
