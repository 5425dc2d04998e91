/** The sorted set of an edition and its other keys in Redis: names, scripts and reads. */
@NullMarked
package io.streakboard.leaderboard.live.set;

import org.jspecify.annotations.NullMarked;
