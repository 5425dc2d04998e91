package io.streakboard.settlement.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.settlement.copy.ParallelRunner;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProofThreadsTests {

    private static final List<Integer> PARTS =
            IntStream.range(0, 10 * ProofThreads.AT_A_TIME).boxed().toList();

    @Test
    void resultsAreInTheOrderOfParts() {
        try (var threads = new ProofThreads()) {
            assertThat(threads.each(PARTS, part -> part + 1))
                    .isEqualTo(PARTS.stream().map(part -> part + 1).toList());
        }
    }

    @Test
    void asManyAsHaveAPlaceGoOnAtOnceAndNoMore() {
        var together = new CyclicBarrier(ProofThreads.AT_A_TIME);
        var now = new AtomicInteger();
        try (var threads = new ProofThreads()) {
            var counts = threads.each(PARTS, part -> {
                int count = now.incrementAndGet();
                try {
                    together.await(30, TimeUnit.SECONDS);
                    return count;
                } catch (Exception alone) {
                    throw new IllegalStateException(alone);
                } finally {
                    now.decrementAndGet();
                }
            });

            assertThat(counts).allMatch(count -> count <= ProofThreads.AT_A_TIME);
        }
    }

    @Test
    void aTaskThatWaitsForItsPartsTakesNoPermit() {
        try (var threads = new ProofThreads()) {
            var gathered = PARTS.stream()
                    .map(ignored -> threads.gather(() -> threads.each(PARTS, part -> part)))
                    .toList();

            assertThat(gathered)
                    .allSatisfy(each -> assertThat(ParallelRunner.result(each)).isEqualTo(PARTS));
        }
    }

    @Test
    void afterAFailureNothingBeginsAndAllFailAsItDid() {
        var begun = new AtomicInteger();
        try (var threads = new ProofThreads()) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> threads.each(PARTS, part -> {
                        begun.incrementAndGet();
                        throw new IllegalStateException("the database is gone");
                    }))
                    .withMessageContaining("the database is gone");
            var later = threads.begin(begun::incrementAndGet);

            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> ParallelRunner.result(later))
                    .withMessageContaining("the database is gone");
        }
        assertThat(begun).hasValueLessThanOrEqualTo(ProofThreads.AT_A_TIME);
    }
}
