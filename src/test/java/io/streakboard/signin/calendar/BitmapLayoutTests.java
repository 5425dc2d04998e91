package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.partition.Partitions;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BitmapLayoutTests {

    private static final int LAST_BYTE_OF_A_LEAP_YEAR = (366 - 1) / 8;

    @ParameterizedTest
    @EnumSource
    void noTwoLearnersShareAByte(BitmapLayout layout) {
        for (var partitions : List.of(new Partitions(1), new Partitions(4), new Partitions(7))) {
            var taken = new HashSet<String>();
            LongStream.rangeClosed(1, 2_000).forEach(learner -> {
                var address = layout.address(learner, partitions);
                for (int i = 0; i <= LAST_BYTE_OF_A_LEAP_YEAR; i++) {
                    var place = partitions.of(learner) + "/" + address.name() + "/" + (address.firstByte() + i);
                    assertThat(taken.add(place)).as(place).isTrue();
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDayThreeHundredAndSixtySixFitsIntoALearnersBytes(BitmapLayout layout) {
        assertThat(LAST_BYTE_OF_A_LEAP_YEAR).isLessThan(BitmapLayout.BYTES_A_YEAR);
        assertThat(layout.address(129, new Partitions(1)).firstByte() % BitmapLayout.BYTES_A_YEAR)
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void theLargestIdHasAnAddressWithinAPage(BitmapLayout layout) {
        assertThat(layout.address(Long.MAX_VALUE, new Partitions(4)).firstByte())
                .isBetween(0, 127 * BitmapLayout.BYTES_A_YEAR);
    }

    @Test
    void neighboursOfAPartitionShareAPage() {
        var partitions = new Partitions(4);

        assertThat(BitmapLayout.PAGED.address(5, partitions).name())
                .isEqualTo(BitmapLayout.PAGED.address(9, partitions).name());
    }
}
