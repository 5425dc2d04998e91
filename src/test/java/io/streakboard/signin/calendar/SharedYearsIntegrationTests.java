package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.streakboard.redis.Topology;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.support.Learners;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharedYearsIntegrationTests extends ArchivedYears {

    private static final int READERS = 100;

    /** Partitions that the application does not have, so no job looks after their marks. */
    private static final Partitions OTHERS = new Partitions(1_000);

    private static final int MARKED = 998;
    private static final int UNMARKED = 999;

    @ParameterizedTest
    @EnumSource
    void concurrentReadersGetTheirOwnYears(BitmapLayout layout) throws Exception {
        var calendar = calendar(layout);
        var learners = LongStream.range(learner, learner + READERS).boxed().toList();
        var bits = new HashMap<LearnerYear, YearBits>();
        learners.forEach(each -> sign(bits, each));
        calendar.bitmaps.merge(bits);
        try {
            List<Future<Map<Integer, YearBits>>> years;
            try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
                years = learners.stream()
                        .map(each -> readers.<Map<Integer, YearBits>>submit(
                                () -> calendar.bitmaps.read(each, 2000, 2026).years()))
                        .toList();
            }

            for (int i = 0; i < READERS; i++) {
                assertThat(years.get(i).get()).isEqualTo(expected(bits, learners.get(i)));
            }
        } finally {
            learners.forEach(each -> calendar.bitmaps.erase(each, 2000, 2026));
        }
    }

    /** Learners have signed in on different days, some of them in a year long ago. */
    private static void sign(Map<LearnerYear, YearBits> bits, long learner) {
        int day = 1 + (int) (learner % 300);
        for (int year : learner % 3 == 0 ? List.of(2001, 2026) : List.of(2025, 2026)) {
            YearBits.in(bits, learner, LocalDate.ofYearDay(year, day)).sign(LocalDate.ofYearDay(year, day));
        }
        var madeUp = LocalDate.ofYearDay(2026, day + 1);
        YearBits.in(bits, learner, madeUp).makeUp(madeUp);
    }

    private static Map<Integer, YearBits> expected(Map<LearnerYear, YearBits> bits, long learner) {
        var years = new HashMap<Integer, YearBits>();
        bits.forEach((year, each) -> {
            if (year.learner() == learner) {
                years.put(year.year(), each);
            }
        });
        return years;
    }

    @Test
    void eachPartitionHasAMarkOfItsOwn() {
        assumeFalse(Topology.isCluster(redis), "a script reaches one partition of a cluster only");
        var calendar = new CalendarParts(redis, months, OTHERS, time);
        var shared = new SharedYears(redis, calendar.keys, OTHERS);
        redis.opsForValue().set(calendar.keys.complete(MARKED), "here");
        try {
            var answers = shared.readTogether(List.of(
                    new SharedYears.YearRange(learnerIn(UNMARKED), 2000, 2026),
                    new SharedYears.YearRange(learnerIn(MARKED), 2000, 2026),
                    new SharedYears.YearRange(learnerIn(UNMARKED), 2026, 2026)));

            assertThat(answers).hasSize(3);
            assertThat(answers.stream().map(answer -> ((byte[]) answer.getFirst()).length))
                    .containsExactly(0, "here".length(), 0);
        } finally {
            redis.delete(calendar.keys.complete(MARKED));
        }
    }

    private static long learnerIn(int partition) {
        return LongStream.iterate(Learners.next(), id -> id + 1)
                .filter(id -> OTHERS.of(id) == partition)
                .findFirst()
                .orElseThrow();
    }
}
