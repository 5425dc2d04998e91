package io.streakboard.signin.journal;

import java.util.Map;
import java.util.TreeMap;

/** One entry of the journal: its partition, its id in the stream and its fields as they were written. */
public record JournalEntry(int partition, String id, Map<String, String> fields) {

    /** The field with the learner's id, which every entry has. */
    public static final String LEARNER = "user";

    /** The field with the key of a learner whose key is a text. */
    public static final String KEY = "key";

    /** The fields as admins see them: the key in place of the id. */
    public Map<String, String> shown() {
        if (!fields.containsKey(KEY)) {
            return fields;
        }
        var shown = new TreeMap<>(fields);
        shown.put(LEARNER, field(KEY));
        shown.remove(KEY);
        return shown;
    }

    /** @throws IllegalArgumentException if there is no such field */
    public String field(String name) {
        var value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("field '" + name + "' is missing");
        }
        return value;
    }

    public boolean isOf(long learner) {
        return Long.toString(learner).equals(fields.get(LEARNER));
    }

    /** The time of appending in milliseconds since the epoch: the first half of its id. */
    long appendedAt() {
        return Long.parseLong(id.substring(0, id.indexOf('-')));
    }

    /** Whether it was appended before another entry of the same journal or is that entry. */
    boolean upTo(JournalEntry other) {
        return appendedAt() < other.appendedAt()
                || appendedAt() == other.appendedAt() && sequence() <= other.sequence();
    }

    private long sequence() {
        return Long.parseLong(id.substring(id.indexOf('-') + 1));
    }
}
