package io.streakboard.web.overload;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A bulkhead that bounds the requests in processing. Sign-ins can take all permits, other requests three quarters of
 * them.
 */
class RequestBulkhead {

    private static final String SIGN_INS = "/api/sign-ins";
    private static final String LEARNERS = "/api/learners/";
    private static final String SIGN_INS_OF_ONE = "/sign-ins";

    private final Semaphore all;
    private final Semaphore ofOthers;
    private final Duration maxWait;

    /** @param maxWait how long a request waits for its permit */
    RequestBulkhead(int permits, Duration maxWait) {
        this.all = new Semaphore(permits, true);
        this.ofOthers = new Semaphore(Math.max(1, permits * 3 / 4), true);
        this.maxWait = maxWait;
    }

    /** The body of a sign-in is never read. */
    static boolean isSignIn(HttpServletRequest request) {
        var path = request.getRequestURI();
        return request.getMethod().equals("POST")
                && (path.equals(SIGN_INS) || path.startsWith(LEARNERS) && path.endsWith(SIGN_INS_OF_ONE));
    }

    /** Whether a permit became free in time; then {@link #release} has to follow. */
    boolean acquire(HttpServletRequest request) {
        long until = System.nanoTime() + maxWait.toNanos();
        if (isSignIn(request)) {
            return acquire(all, until);
        }
        if (!acquire(ofOthers, until)) {
            return false;
        }
        if (!acquire(all, until)) {
            ofOthers.release();
            return false;
        }
        return true;
    }

    private static boolean acquire(Semaphore permits, long until) {
        try {
            return permits.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void release(HttpServletRequest request) {
        all.release();
        if (!isSignIn(request)) {
            ofOthers.release();
        }
    }
}
