/** The editions of configured boards in MySQL: which there are, when they end, until when they are kept. */
@NullMarked
package io.streakboard.leaderboard.editions;

import org.jspecify.annotations.NullMarked;
