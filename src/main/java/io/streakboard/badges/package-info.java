/** Badges: given once to each learner who meets a condition, and kept. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "activities",
            "events",
            "identity",
            "leaderboard :: seasons",
            "leagues",
            "points",
            "points :: opening",
            "rewards",
            "rulebook",
            "runs",
            "season",
            "sharing",
            "signin",
            "start",
            "time",
            "web"
        })
package io.streakboard.badges;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
