/** Compares the calendars in Redis and MySQL, and repairs losses on either side. */
@NullMarked
package io.streakboard.signin.reconciliation;

import org.jspecify.annotations.NullMarked;
