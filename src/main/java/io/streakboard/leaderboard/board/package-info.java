/** What a board is, wherever it is kept: values and arithmetic, no Redis, no MySQL, no Spring. */
@NullMarked
package io.streakboard.leaderboard.board;

import org.jspecify.annotations.NullMarked;
