package io.streakboard.web.admin;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.web.TodayFigures;
import io.streakboard.web.admin.TodayEndpoint.TodayReport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;

class TodayEndpointTests {

    private static final Instant NOW = Instant.parse("2026-11-18T04:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger computed = new AtomicInteger();

    @Test
    void computesAPartOnceInItsTime() {
        var today = today(part("points", Duration.ofMinutes(1), computed::incrementAndGet));

        assertThat(requireNonNull(today.today().parts().get("points")).figures())
                .isEqualTo(1);
        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(requireNonNull(today.today().parts().get("points")).figures())
                .isEqualTo(1);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        var again = requireNonNull(today.today().parts().get("points"));

        assertThat(again.figures()).isEqualTo(2);
        assertThat(again.asOf()).isEqualTo(NOW);
    }

    @Test
    void aPartThatTakesLongIsComputedLessOften() {
        var today = today(part("points", Duration.ofMinutes(1), () -> {
            nanos.addAndGet(Duration.ofSeconds(3).toNanos());
            return computed.incrementAndGet();
        }));

        assertThat(requireNonNull(today.today().parts().get("points")).freshFor())
                .isEqualTo(Duration.ofSeconds(150));
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        today.today();
        assertThat(computed).hasValue(1);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        today.today();
        assertThat(computed).hasValue(2);
    }

    @Test
    void aStoreThatIsAwayLeavesTheOtherParts() {
        var away = part("points", Duration.ofMinutes(1), () -> {
            throw new DataAccessResourceFailureException("MySQL is away");
        });
        var report =
                today(away, part("boards", Duration.ofMinutes(1), List::of)).today();

        assertThat(report.parts()).containsOnlyKeys("boards");
        assertThat(report.unavailable()).containsEntry("points", "MySQL is away");
    }

    @Test
    void aPartThatFailsAfterLongIsNotTriedAgainAtOnce() {
        var today = today(part("points", Duration.ofMinutes(1), () -> {
            computed.incrementAndGet();
            nanos.addAndGet(Duration.ofSeconds(10).toNanos());
            throw new QueryTimeoutException("took too long");
        }));

        for (int look = 0; look < 3; look++) {
            assertThat(today.today().unavailable()).containsEntry("points", "took too long");
        }
        assertThat(computed).hasValue(1);
        nanos.addAndGet(Duration.ofSeconds(501).toNanos());
        today.today();
        assertThat(computed).hasValue(2);
    }

    @Test
    void aStoreThatIsBackIsAskedAtOnce() {
        var today = today(part("points", Duration.ofMinutes(1), () -> {
            if (computed.incrementAndGet() == 1) {
                throw new DataAccessResourceFailureException("MySQL is away");
            }
            return computed.get();
        }));

        assertThat(today.today().unavailable()).containsKey("points");
        assertThat(figures(today)).isEqualTo(2);
    }

    /** What is computed at the same time shares the second that an admin waits. */
    @Test
    void allPartsBeginBeforeTheFirstIsWaitedFor() {
        var tasks = new ArrayDeque<Runnable>();
        var parts = Stream.of("boards", "points")
                .map(section -> part(section, Duration.ofMinutes(1), computed::incrementAndGet))
                .toList();
        var today = new TodayEndpoint(parts, Clock.fixed(NOW, ZoneOffset.UTC), nanos::get, task -> {
            tasks.add(task);
            if (tasks.size() == parts.size()) {
                runAll(tasks);
            }
        });

        assertThat(today.today().parts()).containsOnlyKeys("boards", "points");
    }

    @Test
    void aDefectIsNotHidden() {
        var broken = part("points", Duration.ofMinutes(1), () -> {
            throw new IllegalStateException("broken");
        });

        assertThatThrownBy(() -> today(broken).today()).hasRootCauseMessage("broken");
    }

    @Test
    void nobodyWaitsForAPartThatTakesLong() {
        var slow = new ArrayDeque<Runnable>();
        var part = part("points", Duration.ofMinutes(1), computed::incrementAndGet);
        var today = new TodayEndpoint(List.of(part), Clock.fixed(NOW, ZoneOffset.UTC), nanos::get, slow::add);

        assertThat(today.today()).isEqualTo(new TodayReport(Map.of(), Map.of()));
        runAll(slow);
        assertThat(figures(today)).isEqualTo(1);

        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThat(figures(today)).as("the figures before").isEqualTo(1);
        runAll(slow);
        assertThat(figures(today)).isEqualTo(2);
    }

    private static void runAll(Queue<Runnable> tasks) {
        for (var task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private static Object figures(TodayEndpoint today) {
        return requireNonNull(today.today().parts().get("points")).figures();
    }

    private TodayEndpoint today(TodayFigures... parts) {
        return new TodayEndpoint(List.of(parts), Clock.fixed(NOW, ZoneOffset.UTC), nanos::get, Runnable::run);
    }

    private static TodayFigures part(String section, Duration freshFor, Supplier<Object> figures) {
        return new TodayFigures() {

            @Override
            public String section() {
                return section;
            }

            @Override
            public Duration freshFor() {
                return freshFor;
            }

            @Override
            public Object figures() {
                return figures.get();
            }
        };
    }
}
