package io.streakboard.points;

import java.time.Period;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * @param retention how long after its end a settled season keeps its ledger and totals, for example {@code 2y}; absent:
 *     for ever
 */
@ConfigurationProperties("streakboard.season")
record LedgerRetentionProperties(@Nullable Period retention) {

    LedgerRetentionProperties {
        if (retention != null && retention.toTotalMonths() < 1) {
            throw new IllegalArgumentException("streakboard.season.retention must be at least a month");
        }
    }
}
