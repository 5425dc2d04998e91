/** When the periods of boards begin and end, and the keys that name them. */
@NullMarked
package io.streakboard.leaderboard.periods;

import org.jspecify.annotations.NullMarked;
