/** The boards that no longer change, as tables in MySQL. */
@NullMarked
package io.streakboard.leaderboard.settled;

import org.jspecify.annotations.NullMarked;
