package io.streakboard.support;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The fields of a sign-in in the journal, the first of a streak, for ten points. */
public final class JournalFields {

    private JournalFields() {}

    public static Map<String, String> of(long learner, String day, String kind, Instant at) {
        var fields = new HashMap<String, String>();
        fields.put("user", Long.toString(learner));
        fields.put("day", day);
        fields.put("kind", kind);
        fields.put("streak", "1");
        fields.put("points", "10");
        fields.put("at", Long.toString(at.toEpochMilli()));
        return fields;
    }

    public static Map<String, String> of(long learner, String day, String at) {
        return of(learner, day, "REGULAR", Instant.parse(at));
    }
}
