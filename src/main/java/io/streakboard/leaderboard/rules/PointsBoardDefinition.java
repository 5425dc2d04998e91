package io.streakboard.leaderboard.rules;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How Redis keeps the points board.
 *
 * @param buckets upper bounds of the ranges of points, each in its own sorted set; without any, a season is one sorted
 *     set
 */
@ConfigurationProperties("streakboard.points.board")
record PointsBoardDefinition(@DefaultValue List<Long> buckets) {}
