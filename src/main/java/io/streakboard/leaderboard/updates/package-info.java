/** Streams of changes to watchers. Knows neither boards nor where they are kept. */
@NullMarked
package io.streakboard.leaderboard.updates;

import org.jspecify.annotations.NullMarked;
