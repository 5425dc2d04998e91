/** The points boards of the seasons: live ones in Redis, those of settled seasons in MySQL. */
@NullMarked
@NamedInterface("seasons")
package io.streakboard.leaderboard.seasons;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
