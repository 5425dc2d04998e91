package io.streakboard.model;

import java.time.Instant;

/** Something that a learner did. */
record Deed(long learner, String type, String sourceId, Instant at) {

    static final String SIGN_IN = "SIGN_IN";
    static final String ADJUSTMENT = "ADJUSTMENT";

    /** What makes a deed the same as another. */
    record Key(long learner, String type, String sourceId) {}

    Key key() {
        return new Key(learner, type, sourceId);
    }

    String json() {
        return "{\"learner\":%d,\"type\":\"%s\",\"sourceId\":\"%s\",\"occurredAt\":\"%s\"}"
                .formatted(learner, type, sourceId, at);
    }

    String csv() {
        return learner + "," + type + "," + sourceId + "," + at;
    }
}
