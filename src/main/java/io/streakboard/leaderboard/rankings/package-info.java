/** What is asked of boards: the rankings of all of them, by their names, in pages and as streams. */
@NullMarked
package io.streakboard.leaderboard.rankings;

import org.jspecify.annotations.NullMarked;
