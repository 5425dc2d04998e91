/** Leaderboards for other modules, services and admins. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "points",
            "points :: opening",
            "season",
            "identity",
            "identity :: privacy",
            "redis",
            "rulebook",
            "runs",
            "sharing",
            "start",
            "time",
            "web"
        })
package io.streakboard.leaderboard;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
