package io.streakboard.leaderboard.rules;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How Redis keeps the points board.
 *
 * @param buckets greatest points, in rising order, of ranges that Redis keeps in sorted sets of their own; {@code auto}:
 *     by the ranking of the previous season; empty: a season is one sorted set
 */
@ConfigurationProperties("streakboard.points.board")
record PointsBoardDefinition(@DefaultValue List<String> buckets) {}
