/** Settles ended seasons: a chain of steps, each safe to try again, that ends with a proven table. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "leaderboard :: seasons",
            "points",
            "signin",
            "season",
            "identity",
            "events",
            "runs",
            "time",
            "web"
        })
package io.streakboard.settlement;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
