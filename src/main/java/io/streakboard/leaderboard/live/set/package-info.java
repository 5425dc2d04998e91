/** The sorted set of an edition, its other keys in Redis, and how it is read. */
@NullMarked
package io.streakboard.leaderboard.live.set;

import org.jspecify.annotations.NullMarked;
