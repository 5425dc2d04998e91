/** Compares the calendars in Redis and MySQL, and repairs losses of either. */
@NullMarked
package io.streakboard.signin.reconciliation;

import org.jspecify.annotations.NullMarked;
