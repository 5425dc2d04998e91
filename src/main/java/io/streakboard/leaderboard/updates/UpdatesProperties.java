package io.streakboard.leaderboard.updates;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Live updates of boards.
 *
 * @param interval how often each instance checks a watched edition
 * @param heartbeat interval of heartbeats, which keep streams open in proxies and reveal a missing client
 * @param maxStreamsPerLearner streams that a learner may have on an instance
 * @param maxStreams streams of an instance; by default one for each MB of the heap, 64 to 2,000: a quarter of the
 *     default number of connections
 */
@Validated
@ConfigurationProperties("streakboard.updates")
record UpdatesProperties(
        @DefaultValue("500ms") @DurationMin(millis = 1) Duration interval,
        @DefaultValue("15s") @DurationMin(millis = 1) Duration heartbeat,
        @DefaultValue("5") @Min(1) int maxStreamsPerLearner,
        @Min(0) @Nullable Integer maxStreams) {

    int streams() {
        return maxStreams == null
                ? (int) Math.clamp(
                        Runtime.getRuntime().maxMemory()
                                / DataSize.ofMegabytes(1).toBytes(),
                        64,
                        2_000)
                : maxStreams;
    }
}
