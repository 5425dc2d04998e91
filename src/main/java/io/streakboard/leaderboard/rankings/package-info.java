/** Reads of boards: the rankings of all boards by name, in pages and as streams. */
@NullMarked
package io.streakboard.leaderboard.rankings;

import org.jspecify.annotations.NullMarked;
