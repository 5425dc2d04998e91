/** Imports of files, read as a stream; what their lines say is taken in like what comes by other ways. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "activities",
            "badges",
            "events",
            "identity",
            "leaderboard",
            "leaderboard :: scores",
            "points",
            "points :: opening",
            "runs",
            "season",
            "signin",
            "time",
            "web"
        })
package io.streakboard.imports;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
