package io.streakboard.leagues;

/** How much a learner did in the last active week, so that a cohort has learners who can catch up with each other. */
final class Pace {

    private Pace() {}

    /** Three steps for each doubling of the points; 0 without points. */
    static int of(long points) {
        return points <= 0 ? 0 : 1 + (int) Math.floor(3 * Math.log(points) / Math.log(2));
    }
}
