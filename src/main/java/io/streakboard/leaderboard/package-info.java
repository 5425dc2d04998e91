/** Leaderboards: what other modules and services may do with them, and what admins may. */
@NullMarked
@ApplicationModule(allowedDependencies = {"points", "season", "identity", "redis", "runs", "sharing", "time", "web"})
package io.streakboard.leaderboard;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
