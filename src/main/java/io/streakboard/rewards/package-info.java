/** Rewards: points and titles by rank, once a season is settled or another board is final. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "leaderboard",
            "leaderboard :: seasons",
            "points",
            "rulebook",
            "season",
            "identity",
            "start",
            "time",
            "web"
        })
package io.streakboard.rewards;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
