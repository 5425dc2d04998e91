package io.streakboard.signin.layout;

/** The configuration lays learners out in another way than the data that is there. */
class LayoutMismatch extends RuntimeException {

    private LayoutMismatch(String message) {
        super(message);
    }

    static LayoutMismatch of(String property, Object configured, Object stored) {
        return new LayoutMismatch("streakboard.signin.%s is %s, but the data in Redis was written with %s"
                .formatted(property, configured, stored));
    }
}
