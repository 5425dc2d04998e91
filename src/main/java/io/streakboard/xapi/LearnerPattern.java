package io.streakboard.xapi;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** A name that has the id of a learner in it, such as {@code student-{learner}}. Made by {@link #of} from a property. */
record LearnerPattern(String before, String after) {

    private static final String LEARNER = "{learner}";

    /** As ids are written: {@code 042} and {@code 42} would be one learner. */
    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,18}");

    public static LearnerPattern of(String text) {
        int at = text.indexOf(LEARNER);
        if (at < 0 || at != text.lastIndexOf(LEARNER)) {
            throw new IllegalArgumentException("must have " + LEARNER + " once");
        }
        return new LearnerPattern(text.substring(0, at), text.substring(at + LEARNER.length()));
    }

    /** Empty if the name has another form. */
    OptionalLong learner(String name) {
        if (name.length() <= before.length() + after.length() || !name.startsWith(before) || !name.endsWith(after)) {
            return OptionalLong.empty();
        }
        var id = name.substring(before.length(), name.length() - after.length());
        try {
            return ID.matcher(id).matches() ? OptionalLong.of(Long.parseLong(id)) : OptionalLong.empty();
        } catch (NumberFormatException beyondAllIds) {
            return OptionalLong.empty();
        }
    }
}
