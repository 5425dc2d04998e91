/** Streams of changes to viewers. Depends neither on boards nor on their stores. */
@NullMarked
package io.streakboard.leaderboard.updates;

import org.jspecify.annotations.NullMarked;
