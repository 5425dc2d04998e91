package io.streakboard.rulebook;

/**
 * A consequence of a new version.
 *
 * @param path the member that is changed
 * @param effect the consequence for programs, such as {@code rebuilds}
 * @param detail the consequence in words, with numbers
 */
record RuleEffect(String path, String effect, String detail) {}
