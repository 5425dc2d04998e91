package io.streakboard.leaderboard;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param checkInterval how often it is looked whether Redis has lost a board
 * @param verifyInterval how often the current board is compared with the totals in MySQL
 */
@ConfigurationProperties("streakboard.board")
record BoardProperties(
        @DefaultValue("2s") Duration checkInterval,
        @DefaultValue("1h") Duration verifyInterval) {}
