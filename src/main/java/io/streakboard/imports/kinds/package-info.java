/** The kinds of a file's lines, and their outcomes. */
@NullMarked
package io.streakboard.imports.kinds;

import org.jspecify.annotations.NullMarked;
