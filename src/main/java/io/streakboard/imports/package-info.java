/** Imports of files, read as a stream; their lines are taken in like other input. */
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
            "web",
            "web :: input"
        })
package io.streakboard.imports;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
