/** The application as a process of its own, for tests that kill it and for the benchmark. */
@NullMarked
package io.streakboard.process;

import org.jspecify.annotations.NullMarked;
