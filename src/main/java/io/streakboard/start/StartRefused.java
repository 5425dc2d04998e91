package io.streakboard.start;

import java.util.List;

/** The application must not start; the action says how to fix it. */
public class StartRefused extends RuntimeException {

    private final String action;

    public StartRefused(String reason, String action) {
        super(reason);
        this.action = action;
    }

    /** Refuses the start for all reasons together; does nothing without any. */
    public static void ifAny(List<String> reasons, String action) {
        if (!reasons.isEmpty()) {
            throw new StartRefused(String.join(System.lineSeparator(), reasons), action);
        }
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    String action() {
        return action;
    }
}
