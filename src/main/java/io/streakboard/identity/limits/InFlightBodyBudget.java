package io.streakboard.identity.limits;

import io.streakboard.web.BodyRefused;
import java.util.HashMap;
import java.util.Map;
import org.springframework.util.unit.DataSize;

/**
 * The budget of memory for request bodies under way. A body takes its length, but at least a minimum, so the budget bounds
 * both the memory and the number of bodies. Each caller may take a share of it.
 */
final class InFlightBodyBudget {

    private static final long SMALLEST_OF_A_LEARNER = DataSize.ofKilobytes(2).toBytes();
    private static final long SMALLEST_OF_A_CLIENT = DataSize.ofKilobytes(64).toBytes();
    private static final long OF_A_LEARNER = DataSize.ofKilobytes(256).toBytes();

    private final long budget;
    private final Map<Caller, Long> taken = new HashMap<>();
    private long left;

    InFlightBodyBudget(long budget) {
        this.budget = budget;
        this.left = budget;
    }

    /** The part of the budget that one body takes. Closing gives it back. */
    final class Reservation implements AutoCloseable {

        private final Caller caller;
        private long size;

        private Reservation(Caller caller) {
            this.caller = caller;
        }

        /** @throws BodyRefused if the budget does not allow these bytes */
        void hold(long bytes) throws BodyRefused {
            if (bytes > share(caller)) {
                throw BodyRefused.tooLarge(share(caller));
            }
            if (bytes > size) {
                long step = smallest(caller);
                long wanted = Math.ceilDiv(bytes, step) * step;
                take(caller, wanted - size);
                size = wanted;
            }
        }

        @Override
        public void close() {
            giveBack(caller, size);
            size = 0;
        }
    }

    /** @throws BodyRefused if the budget allows no further body */
    Reservation reserve(Caller caller) throws BodyRefused {
        var reservation = new Reservation(caller);
        reservation.hold(1);
        return reservation;
    }

    private synchronized void take(Caller caller, long bytes) throws BodyRefused {
        long own = taken.getOrDefault(caller, 0L) + bytes;
        if (own > share(caller)) {
            throw BodyRefused.ofCaller();
        }
        if (bytes > left) {
            throw BodyRefused.ofInstance();
        }
        taken.put(caller, own);
        left -= bytes;
    }

    /**
     * Half of the budget for a client, so that another client finds some. Learners send small bodies: more than a hundred
     * fit into their share.
     */
    private long share(Caller caller) {
        return switch (caller.kind()) {
            case LEARNER -> OF_A_LEARNER;
            case CLIENT -> budget / 2;
        };
    }

    private static long smallest(Caller caller) {
        return switch (caller.kind()) {
            case LEARNER -> SMALLEST_OF_A_LEARNER;
            case CLIENT -> SMALLEST_OF_A_CLIENT;
        };
    }

    private synchronized void giveBack(Caller caller, long bytes) {
        left += bytes;
        taken.computeIfPresent(caller, (key, own) -> own == bytes ? null : own - bytes);
    }
}
