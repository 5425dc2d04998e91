package io.streakboard.imports;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param takeOverAfter how long an import's instance may be silent before another goes on with it
 */
@ConfigurationProperties("streakboard.imports")
record ImportProperties(@DefaultValue("1m") Duration takeOverAfter) {

    /** How often an import says that it is alive: often enough that a late word or two do no harm. */
    Duration heartbeat() {
        return takeOverAfter.dividedBy(4);
    }
}
