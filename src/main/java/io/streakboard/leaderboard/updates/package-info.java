/** Streams of editions: what has changed is sent to those who watch. Knows neither boards nor where they are kept. */
@NullMarked
package io.streakboard.leaderboard.updates;

import org.jspecify.annotations.NullMarked;
