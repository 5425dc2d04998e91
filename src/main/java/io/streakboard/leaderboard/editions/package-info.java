/** The editions of configured boards in MySQL: names, versions, ends and retention. */
@NullMarked
package io.streakboard.leaderboard.editions;

import org.jspecify.annotations.NullMarked;
