package io.streakboard.signin.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.signin.partition.Partitions.Spread;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PartitionsTests {

    private static final int COUNT = 128;
    private static final int LEARNERS = 256_000;

    /** Ids one after the other, with constant low bits as a snowflake's when little is going on, and far apart. */
    enum Ids implements LongUnaryOperator {
        DENSE(number -> number),
        SNOWFLAKES(number -> 1_541_815_603_606L + number * 1_000 << 22),
        MULTIPLES_OF_A_THOUSAND(number -> number * 1_000);

        private final LongUnaryOperator id;

        Ids(LongUnaryOperator id) {
            this.id = id;
        }

        @Override
        public long applyAsLong(long number) {
            return id.applyAsLong(number);
        }
    }

    @ParameterizedTest
    @EnumSource
    void spreadsLearnersEvenly(Ids ids) {
        var learners = learners(ids, new Partitions(COUNT));

        assertThat(learners).allSatisfy(size -> assertThat(size).isBetween(1_800, 2_200));
    }

    @ParameterizedTest
    @EnumSource
    void spreadsPagesFairlyEvenly(Ids ids) {
        var learners = learners(ids, new Partitions(COUNT, Spread.PAGES));

        assertThat(learners).allSatisfy(size -> assertThat(size).isBetween(500, 4_000));
    }

    @ParameterizedTest
    @EnumSource
    void spreadsTheLearnersOfAPartitionOverItsSmallHashes(Ids ids) {
        var partitions = new Partitions(1);
        var buckets = new int[512];
        LongStream.rangeClosed(1, LEARNERS).map(ids).forEach(learner -> buckets[(int) partitions.bucketOf(learner)]++);

        assertThat(buckets).satisfies(sizes -> {
            for (int size : sizes) {
                assertThat(size).isBetween(350, 650);
            }
        });
    }

    /** If these change, no key of an existing installation is found any more. */
    @ParameterizedTest
    @CsvSource({"LEARNERS, 42, 76, 264", "PAGES, 42, 0, 264"})
    void aLearnerStaysInItsPartition(Spread spread, long learner, int partition, long bucket) {
        var partitions = new Partitions(COUNT, spread);

        assertThat(partitions.of(learner)).isEqualTo(partition);
        assertThat(partitions.bucketOf(learner)).isEqualTo(bucket);
    }

    @Test
    void theLargestIdHasAPartition() {
        for (var spread : Spread.values()) {
            assertThat(new Partitions(7, spread).of(Long.MAX_VALUE)).isBetween(0, 6);
        }
    }

    private static int[] counts(Ids ids, Partitions partitions) {
        var counts = new int[partitions.count()];
        LongStream.rangeClosed(1, LEARNERS).map(ids).forEach(learner -> counts[partitions.of(learner)]++);
        return counts;
    }

    private static Iterable<Integer> learners(Ids ids, Partitions partitions) {
        return Arrays.stream(counts(ids, partitions)).boxed().toList();
    }

    @Test
    void asksAboutAllPartitionsAtOnceAndKeepsTheirOrder() {
        var partitions = new Partitions(COUNT);
        var asked = new CountDownLatch(COUNT);

        var answers = partitions.each(partition -> {
            asked.countDown();
            awaitAll(asked);
            return partition;
        });

        assertThat(answers).isEqualTo(partitions.all().boxed().toList());
    }

    private static void awaitAll(CountDownLatch asked) {
        try {
            asked.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void failsWithTheFailureOfTheCommand() {
        var away = new IllegalStateException("away");
        assertThatThrownBy(() -> new Partitions(COUNT).each(partition -> {
                    throw away;
                }))
                .isSameAs(away);
    }
}
