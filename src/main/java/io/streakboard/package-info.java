/** Streakboard: the application class; everything else lives in the modules below. */
@NullMarked
package io.streakboard;

import org.jspecify.annotations.NullMarked;
