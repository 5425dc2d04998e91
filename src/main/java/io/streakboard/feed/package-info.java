/**
 * The feed: public events in one order, for services that poll and for webhooks. The rooms {@code table} and
 * {@code webhooks} are its store and its delivery.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "badges",
            "identity",
            "leaderboard",
            "leagues",
            "points",
            "season",
            "signin",
            "start",
            "time",
            "web"
        })
package io.streakboard.feed;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
