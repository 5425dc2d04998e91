/** The configuration of boards, {@code streakboard.boards}, and its mistakes. */
@NullMarked
package io.streakboard.leaderboard.rules;

import org.jspecify.annotations.NullMarked;
