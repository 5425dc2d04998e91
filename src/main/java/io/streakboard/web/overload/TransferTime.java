package io.streakboard.web.overload;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.util.unit.DataSize;

/**
 * The time that a client may take for a body or an answer. Tomcat's own timeouts begin anew with each byte. The
 * server's time between two steps does not count.
 */
final class TransferTime {

    /** One step of a transfer. */
    interface Step {

        /** Moves some bytes, and returns how many. */
        int move() throws IOException;
    }

    private static final DataSize BYTES_A_SECOND = DataSize.ofKilobytes(16);

    private final double most;
    private final double nanosAByte;
    private final LongSupplier nanos;
    private double nanosLeft;

    private TransferTime(Duration time, double nanosAByte, LongSupplier nanos) {
        this.nanosAByte = nanosAByte;
        this.nanos = nanos;
        this.most = time.toNanos();
        this.nanosLeft = most;
    }

    /** @param time for the whole transfer, regardless of its length */
    static TransferTime inAll(Duration time, LongSupplier nanos) {
        return new TransferTime(time, 0, nanos);
    }

    /**
     * @param time by which the transfer may fall behind a rate of 16 KB a second; a fast transfer earns no more than
     *     that
     */
    static TransferTime whileMoving(Duration time, LongSupplier nanos) {
        return new TransferTime(time, 1e9 / BYTES_A_SECOND.toBytes(), nanos);
    }

    /** @throws SocketTimeoutException if the client took longer */
    int take(Step step) throws IOException {
        if (nanosLeft < 0) {
            throw new SocketTimeoutException("The client was too slow");
        }
        long begun = nanos.getAsLong();
        int moved = step.move();
        double earned = Math.max(0, moved) * nanosAByte;
        nanosLeft = Math.min(most, nanosLeft + earned - (nanos.getAsLong() - begun));
        return moved;
    }
}
