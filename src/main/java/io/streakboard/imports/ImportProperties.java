package io.streakboard.imports;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * @param lease how long an import's instance may be silent before another takes the import over
 * @param checkInterval how often to look for imports whose instance is silent
 * @param maxSize the maximum unpacked size of a file: 40 million lines of a usual length by default. A larger file
 *     fails where it exceeds this
 * @param maxOpenPastSeasons the most past seasons that imports may have open at once: before an import opens another
 *     one, it waits until some of its earlier months are settled
 * @param errorRetention how long the messages about lines are kept after an import: they quote the lines
 */
@Validated
@ConfigurationProperties("streakboard.imports")
record ImportProperties(
        @DefaultValue("1m") Duration lease,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration checkInterval,
        @DefaultValue("2GB") DataSize maxSize,
        @DefaultValue("240") @Min(1) int maxOpenPastSeasons,
        @DefaultValue("30d") Duration errorRetention) {

    /** How often an import renews its lease: often enough that one or two late renewals do no harm. */
    Duration heartbeat() {
        return lease.dividedBy(4);
    }
}
