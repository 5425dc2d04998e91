package io.streakboard.leaderboard.live.set;

import io.streakboard.sharing.RequestBatcher;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Batches concurrent reads of an edition: see {@link RequestBatcher}. */
final class SharedReads {

    /** One batch is in Redis while callers read the results of another and a third is being sent. */
    private static final int MAX_IN_FLIGHT = 3;

    /** The longest time that a command may take. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /**
     * @param read the name of a script, see {@code reads.lua}
     * @param arguments arguments of this script, after the common ones
     */
    record ReadRequest(String read, List<String> arguments) {}

    /** A result from Redis. Callers that share it convert it once. */
    static final class ReadResult {

        private final List<?> raw;
        private @Nullable Object converted;

        private ReadResult(List<?> raw) {
            this.raw = raw;
        }

        /** @param converter must be the same for equal requests, because it is applied once for all callers */
        @SuppressWarnings("unchecked")
        synchronized <T> T as(Function<List<?>, T> converter) {
            if (converted == null) {
                converted = converter.apply(raw);
            }
            return (T) converted;
        }
    }

    private final RequestBatcher<ReadRequest, ReadResult> batcher;

    /**
     * @param maxBatch approximate maximum requests in a batch, as Redis does nothing else meanwhile
     * @param redis runs requests in one round trip, and returns the results in their order
     */
    SharedReads(int maxBatch, Function<List<ReadRequest>, List<?>> redis) {
        this.batcher = new RequestBatcher<>(
                maxBatch,
                MAX_IN_FLIGHT,
                TIMEOUT,
                requests -> redis.apply(requests).stream()
                        .map(raw -> new ReadResult((List<?>) raw))
                        .toList());
    }

    /** The results of requests, in their order, all from one moment. */
    List<ReadResult> ask(List<ReadRequest> requests) {
        return batcher.ask(requests);
    }
}
