package io.streakboard.rulebook;

/**
 * A mistake in a document.
 *
 * @param path a JSON Pointer (RFC 6901), for example {@code /boards/popular/maxScore}
 * @param code the mistake for programs, such as {@code unknown} or {@code max}
 */
record RuleViolation(String path, String code, String message) {

    String text() {
        return path + " " + message;
    }
}
