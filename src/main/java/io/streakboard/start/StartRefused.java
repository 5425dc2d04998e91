package io.streakboard.start;

/** The application must not start like this; the action says what to do about it. */
class StartRefused extends RuntimeException {

    private final String action;

    StartRefused(String reasons, String action) {
        super(reasons);
        this.action = action;
    }

    String action() {
        return action;
    }
}
