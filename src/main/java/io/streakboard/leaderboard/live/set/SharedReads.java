package io.streakboard.leaderboard.live.set;

import io.streakboard.sharing.RequestBatcher;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Batches concurrent reads of an edition: see {@link RequestBatcher}. */
final class SharedReads {

    /** One trip is in Redis while callers write the answers of another and a third sends its questions. */
    private static final int TRIPS_AT_ONCE = 3;

    /** The longest time that a command may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /**
     * @param read the name of a script, see {@code reads.lua}
     * @param arguments arguments of this script, after the common ones
     */
    record ReadRequest(String read, List<String> arguments) {}

    /** An answer of Redis. Callers that share it also share the result of reading it. */
    static final class ReadResult {

        private final List<?> reply;
        private @Nullable Object read;

        private ReadResult(List<?> reply) {
            this.reply = reply;
        }

        /** @param reader must be the same for equal questions, because it is applied once for all callers */
        @SuppressWarnings("unchecked")
        synchronized <T> T as(Function<List<?>, T> reader) {
            if (read == null) {
                read = reader.apply(reply);
            }
            return (T) read;
        }
    }

    private final RequestBatcher<ReadRequest, ReadResult> batcher;

    /**
     * @param most approximate most questions a trip, as Redis does nothing else meanwhile
     * @param redis answers questions in one round trip, in their order
     */
    SharedReads(int most, Function<List<ReadRequest>, List<?>> redis) {
        this.batcher = new RequestBatcher<>(
                most,
                TRIPS_AT_ONCE,
                PATIENCE,
                questions -> redis.apply(questions).stream()
                        .map(reply -> new ReadResult((List<?>) reply))
                        .toList());
    }

    /** The answers to the questions, in their order, all from one moment. */
    List<ReadResult> ask(List<ReadRequest> questions) {
        return batcher.ask(questions);
    }
}
