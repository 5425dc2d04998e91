/** What the lines of a file can be, and what becomes of them. */
@NullMarked
package io.streakboard.imports.kinds;

import org.jspecify.annotations.NullMarked;
