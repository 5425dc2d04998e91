/** The scores of configured boards in MySQL: who has which, who sent what, and until when it is kept. */
@NullMarked
package io.streakboard.leaderboard.scores;

import org.jspecify.annotations.NullMarked;
