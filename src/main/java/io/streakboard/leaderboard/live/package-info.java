/** The boards that still change, as structures in Redis. */
@NullMarked
package io.streakboard.leaderboard.live;

import org.jspecify.annotations.NullMarked;
