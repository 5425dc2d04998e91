/** The model of boards: values and arithmetic, no Redis, no MySQL, no Spring. */
@NullMarked
package io.streakboard.leaderboard.board;

import org.jspecify.annotations.NullMarked;
