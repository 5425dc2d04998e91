/** Rewards: points and titles by rank, once a season is settled. */
@NullMarked
@ApplicationModule(allowedDependencies = {"leaderboard :: seasons", "points", "season", "identity", "web"})
package io.streakboard.rewards;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
