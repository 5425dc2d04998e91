package io.streakboard.leaderboard.live.set;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.live.set.SharedReads.ReadRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who shares a trip is tested with the trips. */
class SharedReadsTests {

    private final SharedReads reads = new SharedReads(
            64,
            questions ->
                    questions.stream().map(request -> List.of(request.read())).toList());

    @Test
    void whatIsMadeOfAnAnswerIsMadeOnceForAllWhoAsked() {
        var made = new AtomicInteger();
        var page = new ReadRequest("page", List.of());

        var answers = reads.ask(List.of(page, page));

        assertThat(answers)
                .hasSize(2)
                .allSatisfy(answer -> assertThat(answer.<Integer>as(reply -> made.incrementAndGet()))
                        .isEqualTo(1));
    }
}
