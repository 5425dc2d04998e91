/** Weekly leagues: cohorts of learners with similar activity, who move between tiers at the end of each week. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "activities",
            "identity",
            "leaderboard :: among",
            "leaderboard :: seasons",
            "points",
            "sharing",
            "start",
            "time",
            "web"
        })
package io.streakboard.leagues;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
