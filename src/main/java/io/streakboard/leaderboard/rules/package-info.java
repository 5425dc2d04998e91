/** The configuration of boards, {@code streakboard.boards}, and what is wrong with it. */
@NullMarked
package io.streakboard.leaderboard.rules;

import org.jspecify.annotations.NullMarked;
