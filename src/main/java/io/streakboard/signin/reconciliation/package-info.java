/** Compares the calendars in Redis with those in MySQL, and repairs what either has lost. */
@NullMarked
package io.streakboard.signin.reconciliation;

import org.jspecify.annotations.NullMarked;
