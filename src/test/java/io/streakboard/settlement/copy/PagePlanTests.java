package io.streakboard.settlement.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.settlement.copy.PagePlan.PageRange;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PagePlanTests {

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @Test
    void aBoardWithoutPartsIsCutInTheOrderOfRanks() {
        assertThat(PagePlan.of(List.of(25L), 10))
                .extracting(PageRange::firstRank)
                .containsExactly(1L, 11L, 21L);
        assertThat(PagePlan.of(List.of(25L), 10)).extracting(PageRange::size).containsExactly(10, 10, 5);
        assertThat(PagePlan.of(List.of(0L), 10)).isEmpty();
    }

    @Test
    void allPartsGetOnEquallyFar() {
        assertThat(PagePlan.of(List.of(20L, 0L, 40L), 10))
                .extracting(PageRange::firstRank)
                .containsExactly(1L, 21L, 31L, 11L, 41L, 51L);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachRankIsOnOnePageAndEachPageOfOnePart(long seed) {
        var random = new Random(seed);
        int most = 1 + random.nextInt(20);
        var parts = random.longs(1 + random.nextInt(6), 0, 100).boxed().toList();

        var pages = PagePlan.of(parts, most).stream()
                .sorted(Comparator.comparingLong(PageRange::firstRank))
                .toList();

        long next = 1;
        long end = 0;
        var left = parts.iterator();
        for (var range : pages) {
            assertThat(range.firstRank()).isEqualTo(next);
            assertThat(range.size()).isBetween(1, most);
            next += range.size();
            while (end < range.firstRank()) {
                end += left.next();
            }
            assertThat(next - 1).isLessThanOrEqualTo(end);
        }
        assertThat(next - 1).isEqualTo(parts.stream().mapToLong(Long::longValue).sum());
    }
}
