package io.streakboard.web.overload;

import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Limits on the load of one instance. The defaults follow from the size of the heap.
 *
 * @param maxConnections open connections on the port of the API; by default one for each 256 KB of the heap, 500 to
 *     8,192
 * @param maxRequests requests processed at a time; by default one for each MB of the heap, 64 to 1,024
 */
@Validated
@ConfigurationProperties("streakboard.overload")
record OverloadProperties(
        @Min(1) @Nullable Integer maxConnections,
        @Min(1) @Nullable Integer maxRequests) {

    /**
     * Five times the memory of a connection whose request waits for a permit: a fuller heap would spend its time on
     * collecting garbage.
     */
    private static final DataSize HEAP_OF_A_CONNECTION = DataSize.ofKilobytes(256);

    private static final DataSize HEAP_OF_A_REQUEST = DataSize.ofMegabytes(1);

    int connections() {
        return maxConnections == null ? share(HEAP_OF_A_CONNECTION, 500, 8_192) : maxConnections;
    }

    int requests() {
        return maxRequests == null ? share(HEAP_OF_A_REQUEST, 64, 1_024) : maxRequests;
    }

    private static int share(DataSize each, int fewest, int most) {
        return (int) Math.clamp(Runtime.getRuntime().maxMemory() / each.toBytes(), fewest, most);
    }
}
