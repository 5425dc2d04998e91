package io.streakboard.web;

import java.util.Optional;

/**
 * The rule for displayed names of learners and groups and for titles, from any source. Joiners and directional marks are allowed, as
 * scripts and emoji need them.
 */
public final class DisplayName {

    /** Letters and symbols without a shape: fillers of Hangul and the empty Braille cell. */
    private static final String BLANKS = "\u115f\u1160\u3164\uffa0\u2800";

    private DisplayName() {}

    /** @param most how many characters it may have at most */
    public static Optional<Violation> violation(String field, String name, int most) {
        if (name.isBlank() || name.codePointCount(0, name.length()) > most) {
            return Optional.of(ViolationCode.TEXT_LENGTH.of(field, most));
        }
        if (!Text.isWhole(name)) {
            return Optional.of(ViolationCode.TEXT_BROKEN.of(field));
        }
        if (name.codePoints().anyMatch(DisplayName::isControl)) {
            return Optional.of(ViolationCode.CONTROL_CHARACTERS.of(field));
        }
        return name.codePoints().anyMatch(DisplayName::isVisible)
                ? Optional.empty()
                : Optional.of(ViolationCode.NOTHING_VISIBLE.of(field));
    }

    /** Also marks that change the direction of the following text. */
    private static boolean isControl(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> point >= 0x202A && point <= 0x202E || point >= 0x2066 && point <= 0x2069;
        };
    }

    /** Marks need a letter below them: variation selectors, which show nothing, are among them. */
    private static boolean isVisible(int point) {
        return switch (Character.getType(point)) {
            case Character.FORMAT,
                    Character.SPACE_SEPARATOR,
                    Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.UNASSIGNED -> false;
            default -> BLANKS.indexOf(point) < 0;
        };
    }
}
