/** The points boards of the seasons: in Redis as long as they are live, in MySQL once they are settled. */
@NullMarked
@NamedInterface("seasons")
package io.streakboard.leaderboard.seasons;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
