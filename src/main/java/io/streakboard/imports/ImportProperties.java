package io.streakboard.imports;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * @param takeOverAfter how long an import's instance may be silent before another goes on with it
 * @param maxSize how large a file may be when unpacked: 40 million lines of a usual length by default. What is larger
 *     fails where it exceeds this
 * @param errorRetention how long the messages about lines are kept after an import: they quote what the lines had
 */
@ConfigurationProperties("streakboard.imports")
record ImportProperties(
        @DefaultValue("1m") Duration takeOverAfter,
        @DefaultValue("2GB") DataSize maxSize,
        @DefaultValue("30d") Duration errorRetention) {

    /** How often an import says that it is alive: often enough that a late word or two do no harm. */
    Duration heartbeat() {
        return takeOverAfter.dividedBy(4);
    }
}
