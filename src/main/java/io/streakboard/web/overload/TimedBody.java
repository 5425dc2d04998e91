package io.streakboard.web.overload;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.springframework.util.unit.DataSize;

/**
 * The body of a request that is waited for no longer than a time, and so much more as its bytes take at a rate. What
 * the server does between two reads is not the client's time.
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

    /** @throws SocketTimeoutException if too little has come for too long */
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
