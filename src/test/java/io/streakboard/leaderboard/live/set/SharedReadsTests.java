package io.streakboard.leaderboard.live.set;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.live.set.SharedReads.ReadRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Batching itself is tested with the {@code RequestBatcher}. */
class SharedReadsTests {

    private final SharedReads reads = new SharedReads(
            64,
            requests ->
                    requests.stream().map(request -> List.of(request.read())).toList());

    @Test
    void aSharedResultIsConvertedOnceForAllCallers() {
        var converted = new AtomicInteger();
        var page = new ReadRequest("page", List.of());

        var results = reads.ask(List.of(page, page));

        assertThat(results)
                .hasSize(2)
                .allSatisfy(result -> assertThat(result.<Integer>as(raw -> converted.incrementAndGet()))
                        .isEqualTo(1));
    }
}
