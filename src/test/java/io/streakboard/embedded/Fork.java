package io.streakboard.embedded;

/** Which JVM of a test run this is, from 1: several run at the same time, in the same folder. */
final class Fork {

    static final int NUMBER = Integer.getInteger("streakboard.tests.fork", 1);

    private static final int MOST = 4;

    private Fork() {}

    /** Each has ports of its own: one that was free for another, or is that of a server just killed, is not for this. */
    static boolean mayUse(int port) {
        return port % MOST == NUMBER % MOST;
    }
}
