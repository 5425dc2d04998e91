package io.streakboard.web;

import java.util.Optional;

/** The rules for source ids, in every table whose key has one. */
public final class SourceIds {

    private static final int LONGEST = 100;

    private SourceIds() {}

    public static Optional<Violation> violation(String sourceId) {
        if (sourceId.isBlank() || sourceId.length() > LONGEST) {
            return Optional.of(ViolationCode.SOURCE_ID_LENGTH.of("sourceId", LONGEST));
        }
        if (!Text.isWhole(sourceId)) {
            return Optional.of(ViolationCode.TEXT_BROKEN.of("sourceId"));
        }
        return sourceId.equals(sourceId.strip())
                ? Optional.empty()
                : Optional.of(ViolationCode.SOURCE_ID_BLANKS.of("sourceId")); // MySQL's keys ignore trailing blanks
    }
}
