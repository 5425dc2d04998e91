package io.streakboard.leaderboard.seasons;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param allTime whether the points of all seasons together are ranked: {@code season=all} of the points board */
@ConfigurationProperties("streakboard.points")
record AllTimeProperties(@DefaultValue("false") boolean allTime) {}
