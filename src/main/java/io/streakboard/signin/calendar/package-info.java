/**
 * Learners' calendars: days as bits, in Redis by year and in MySQL by month, and values derived from them, such as
 * streaks.
 */
@NullMarked
package io.streakboard.signin.calendar;

import org.jspecify.annotations.NullMarked;
