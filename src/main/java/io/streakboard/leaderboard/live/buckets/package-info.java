/** Editions in ranges of scores, each of which is a sorted set with a hash tag of its own. */
@NullMarked
package io.streakboard.leaderboard.live.buckets;

import org.jspecify.annotations.NullMarked;
