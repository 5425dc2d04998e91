/** What the application promises when processes are killed. */
@NullMarked
package io.streakboard.fault;

import org.jspecify.annotations.NullMarked;
