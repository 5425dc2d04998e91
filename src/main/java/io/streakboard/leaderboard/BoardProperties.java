package io.streakboard.leaderboard;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param checkInterval how often to check whether Redis has lost a board
 * @param verifyInterval how often to compare the current points board, and boards that the ledger feeds, with the ledger
 * @param removalInterval how often to remove editions whose retention is over
 */
@Validated
@ConfigurationProperties("streakboard.board")
record BoardProperties(
        @DefaultValue("2s") @DurationMin(millis = 1) Duration checkInterval,
        @DefaultValue("1h") @DurationMin(millis = 1) Duration verifyInterval,
        @DefaultValue("1m") @DurationMin(millis = 1) Duration removalInterval) {}
