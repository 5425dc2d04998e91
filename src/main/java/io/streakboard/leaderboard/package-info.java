/** Leaderboards: live ones in Redis, those of settled seasons in MySQL. */
@NullMarked
@ApplicationModule(allowedDependencies = {"points", "season", "identity", "redis", "time", "web"})
package io.streakboard.leaderboard;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
