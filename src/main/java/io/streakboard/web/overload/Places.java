package io.streakboard.web.overload;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Places for requests in processing. Sign-ins can take all of them, other requests three quarters. */
class Places {

    private static final String SIGN_INS = "/api/sign-ins";
    private static final String LEARNERS = "/api/learners/";
    private static final String SIGN_INS_OF_ONE = "/sign-ins";

    private final Semaphore all;
    private final Semaphore ofOthers;
    private final Duration patience;

    /** @param patience how long a request waits for its place */
    Places(int number, Duration patience) {
        this.all = new Semaphore(number, true);
        this.ofOthers = new Semaphore(Math.max(1, number * 3 / 4), true);
        this.patience = patience;
    }

    /** The body of a sign-in is never read. */
    static boolean isSignIn(HttpServletRequest request) {
        var path = request.getRequestURI();
        return request.getMethod().equals("POST")
                && (path.equals(SIGN_INS) || path.startsWith(LEARNERS) && path.endsWith(SIGN_INS_OF_ONE));
    }

    /** The places taken for a request. Closing gives them back. */
    final class Place implements AutoCloseable {

        private final List<Semaphore> taken = new ArrayList<>();
        private final boolean complete;

        private Place(List<Semaphore> wanted) {
            long until = System.nanoTime() + patience.toNanos();
            complete = wanted.stream().allMatch(places -> take(places, until));
        }

        private boolean take(Semaphore places, long until) {
            try {
                if (places.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    taken.add(places);
                    return true;
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return false;
        }

        /** Whether a place became free in time. */
        boolean isFree() {
            return complete;
        }

        @Override
        public void close() {
            taken.forEach(Semaphore::release);
        }
    }

    Place take(HttpServletRequest request) {
        return new Place(isSignIn(request) ? List.of(all) : List.of(ofOthers, all));
    }
}
