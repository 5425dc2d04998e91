package io.streakboard.xapi;

import java.util.Optional;

/** A name that contains the key of a learner, such as {@code student-{learner}}. Made by {@link #of} from a property. */
record LearnerPattern(String before, String after) {

    private static final String LEARNER = "{learner}";

    public static LearnerPattern of(String text) {
        int at = text.indexOf(LEARNER);
        if (at < 0 || at != text.lastIndexOf(LEARNER)) {
            throw new IllegalArgumentException("must have " + LEARNER + " once");
        }
        return new LearnerPattern(text.substring(0, at), text.substring(at + LEARNER.length()));
    }

    /** The same pattern for addresses whose domains have small letters. */
    LearnerPattern ofMailboxes() {
        return text().contains("@") ? of(Identifiers.mailbox(text())) : this;
    }

    String text() {
        return before + LEARNER + after;
    }

    /** Empty if the name has another form. */
    Optional<String> key(String name) {
        boolean fits =
                name.length() > before.length() + after.length() && name.startsWith(before) && name.endsWith(after);
        return fits ? Optional.of(name.substring(before.length(), name.length() - after.length())) : Optional.empty();
    }
}
