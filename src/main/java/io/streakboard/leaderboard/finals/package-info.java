/** Final rankings of configured boards in MySQL: copied from the scores, proven, kept for good. */
@NullMarked
package io.streakboard.leaderboard.finals;

import org.jspecify.annotations.NullMarked;
