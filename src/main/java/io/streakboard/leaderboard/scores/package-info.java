/** The scores of configured boards and their log in MySQL, and their copy in Redis. */
@NullMarked
package io.streakboard.leaderboard.scores;

import org.jspecify.annotations.NullMarked;
