package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.partition.Partitions.Spread;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BitmapLayoutTests {

    private static final int LAST_BYTE_OF_A_LEAP_YEAR = (366 - 1) / 8;

    private static final List<Partitions> PARTITIONS = Stream.of(Spread.values())
            .flatMap(spread -> IntStream.of(1, 4, 7).mapToObj(count -> new Partitions(count, spread)))
            .toList();

    @ParameterizedTest
    @EnumSource
    void noTwoLearnersShareAByte(BitmapLayout layout) {
        for (var partitions : PARTITIONS) {
            var taken = new HashSet<String>();
            LongStream.rangeClosed(1, 2_000).forEach(learner -> {
                for (int i = 0; i <= LAST_BYTE_OF_A_LEAP_YEAR; i++) {
                    var place =
                            partitions.of(learner) + "/" + layout.name(learner) + "/" + (layout.firstByte(learner) + i);
                    assertThat(taken.add(place)).as(place).isTrue();
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDayThreeHundredAndSixtySixFitsIntoALearnersBytes(BitmapLayout layout) {
        assertThat(LAST_BYTE_OF_A_LEAP_YEAR).isLessThan(BitmapLayout.BYTES_A_YEAR);
        assertThat(layout.firstByte(129) % BitmapLayout.BYTES_A_YEAR).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void theLargestIdHasAnAddressWithinAPage(BitmapLayout layout) {
        assertThat(layout.firstByte(Long.MAX_VALUE)).isBetween(0, 127 * BitmapLayout.BYTES_A_YEAR);
    }

    @ParameterizedTest
    @EnumSource
    void aBitmapTellsItsLearners(BitmapLayout layout) {
        for (var partitions : PARTITIONS) {
            for (long learner : List.of(1L, 127L, 128L, 1_000_003L)) {
                int partition = partitions.of(learner);
                assertThat(layout.learners(layout.name(learner)).filter(holder -> partitions.of(holder) == partition))
                        .as("%s", partitions)
                        .contains(learner);
            }
        }
    }

    @Test
    void neighboursOfAPartitionShareAPage() {
        var partitions = new Partitions(128, BitmapLayout.PAGED.spread());
        assertThat(partitions.of(256)).isEqualTo(partitions.of(383));
        assertThat(page(256)).isEqualTo(page(383)).isNotEqualTo(page(384));
    }

    private static String page(long learner) {
        return BitmapLayout.PAGED.name(learner);
    }
}
