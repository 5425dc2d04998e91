package io.streakboard.web.overload;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.springframework.util.unit.DataSize;

/**
 * The body of a request, which may take a certain time and, in addition, the time that its bytes need at a certain
 * rate. The time of the server between two reads does not count.
 */
class TimedBody implements InputBuffer {

    private final InputBuffer source;
    private final double nanosAByte;
    private final LongSupplier nanos;
    private double nanosLeft;

    TimedBody(InputBuffer source, Duration timeout, DataSize rate, LongSupplier nanos) {
        this.source = source;
        this.nanosAByte = 1e9 / rate.toBytes();
        this.nanosLeft = timeout.toNanos();
        this.nanos = nanos;
    }

    /** @throws SocketTimeoutException if the body takes longer */
    @Override
    public int doRead(ApplicationBufferHandler handler) throws IOException {
        if (nanosLeft < 0) {
            throw new SocketTimeoutException("The body came too slowly");
        }
        long begun = nanos.getAsLong();
        int read = source.doRead(handler);
        nanosLeft += Math.max(0, read) * nanosAByte - (nanos.getAsLong() - begun);
        return read;
    }

    @Override
    public int available() {
        return source.available();
    }
}
