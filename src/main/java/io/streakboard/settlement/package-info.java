/** Settles ended seasons in a chain of repeatable steps that ends with a proven table. */
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
