package io.streakboard.start;

/** The application must not start; the action says how to fix it. */
public class StartRefused extends RuntimeException {

    private final String action;

    /** @param reasons one a line */
    public StartRefused(String reasons, String action) {
        super(reasons);
        this.action = action;
    }

    String action() {
        return action;
    }
}
