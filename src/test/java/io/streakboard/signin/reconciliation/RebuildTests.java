package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anySet;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.runs.Background;
import io.streakboard.signin.Settings;
import io.streakboard.signin.calendar.CalendarProperties;
import io.streakboard.signin.calendar.CompletenessMark;
import io.streakboard.signin.partition.Partitions;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two instances with the same locks and marks. Each share is a rebuild that ends when the test says so. */
class RebuildTests {

    private static final Set<Integer> ALL = Set.of(0, 1, 2, 3, 4, 5, 6, 7);

    private final Set<Integer> missing = new ConcurrentSkipListSet<>(ALL);
    private final Set<String> locked = new ConcurrentSkipListSet<>();
    private final List<Set<Integer>> begun = new CopyOnWriteArrayList<>();
    private final Semaphore ends = new Semaphore(0);
    private final CompletenessMark mark = mock(CompletenessMark.class);
    private final Comparison comparison = mock(Comparison.class);
    private final Rebuild here = instance();
    private final Rebuild there = instance();

    private Rebuild instance() {
        LockProvider locks = lock ->
                locked.add(lock.getName()) ? Optional.of(() -> locked.remove(lock.getName())) : Optional.empty();
        var properties = Settings.of(CalendarProperties.class);
        return new Rebuild(comparison, mark, new Partitions(ALL.size()), properties, locks, new Background());
    }

    @BeforeEach
    void recordRebuilds() {
        // Not a copy into a TreeSet, which counts first and fails if the other instance takes one out meanwhile.
        when(mark.missing()).thenAnswer(call -> new HashSet<>(missing));
        when(mark.begin(anySet())).thenAnswer(call -> {
            begun.add(Set.copyOf(call.<Set<Integer>>getArgument(0)));
            return "token";
        });
        when(comparison.ofRedis(any(), any())).thenAnswer(call -> {
            ends.acquire();
            return new Drift(1, 0, 0, 0, 0, 0);
        });
        doAnswer(call -> missing.removeAll(call.<Set<Integer>>getArgument(1)))
                .when(mark)
                .finish(anyString(), anySet());
    }

    @Test
    void anInstanceAloneRebuildsAllShares() {
        ends.release(4);

        assertThat(here.run(ALL, drift -> {}).learners()).isEqualTo(4);

        assertThat(begun).containsExactly(Set.of(0, 4), Set.of(1, 5), Set.of(2, 6), Set.of(3, 7));
        assertThat(missing).isEmpty();
        assertThat(locked).isEmpty();
    }

    @Test
    void onlyTheWantedPartitionsAreRebuilt() {
        ends.release(4);

        here.run(Set.of(2, 5), drift -> {});

        assertThat(begun).containsExactly(Set.of(5), Set.of(2));
    }

    @Test
    void twoInstancesDivideTheShares() {
        var run = CompletableFuture.supplyAsync(() -> here.run(ALL, drift -> {}));
        awaitBegun(1);
        there.help();
        awaitBegun(2);
        assertThat(begun).containsExactly(Set.of(0, 4), Set.of(3, 7));

        ends.release(2);
        awaitBegun(4);
        ends.release(2);

        assertThat(run.join().learners()).as("by this instance").isLessThan(4);
        assertThat(begun).containsExactlyInAnyOrder(Set.of(0, 4), Set.of(1, 5), Set.of(2, 6), Set.of(3, 7));
        assertThat(missing).isEmpty();
    }

    /** The lock of a dead instance expires. */
    @Test
    void aShareWhoseInstanceDiedIsTakenOver() {
        locked.add("rebuild-bitmaps-3");
        ends.release(4);
        var run = CompletableFuture.supplyAsync(() -> here.run(ALL, drift -> {}));
        awaitBegun(3);
        assertThat(run).isNotDone();

        locked.remove("rebuild-bitmaps-3");

        assertThat(run.join().learners()).isEqualTo(4);
        assertThat(missing).isEmpty();
    }

    @Test
    void aRunThatHasToStopDoesNotWaitForOthers() {
        locked.add("rebuild-bitmaps-0");

        assertThatIllegalStateException()
                .isThrownBy(() -> here.run(ALL, drift -> {
                    throw new IllegalStateException("has to stop");
                }));

        assertThat(begun).isEmpty();
    }

    @Test
    void anInstanceThatRebuildsDoesNotHelpItself() {
        var run = CompletableFuture.supplyAsync(() -> here.run(ALL, drift -> {}));
        awaitBegun(1);
        here.help();
        ends.release(4);
        run.join();

        assertThat(begun).containsExactly(Set.of(0, 4), Set.of(1, 5), Set.of(2, 6), Set.of(3, 7));
    }

    @Test
    void aFailureLeavesTheMarksAwayAndTheLocksFree() {
        doThrow(new IllegalStateException("Redis has lost partitions"))
                .when(mark)
                .finish(anyString(), anySet());
        ends.release(1);

        assertThatIllegalStateException().isThrownBy(() -> here.run(ALL, drift -> {}));

        assertThat(missing).isEqualTo(ALL);
        assertThat(locked).isEmpty();
    }

    private void awaitBegun(int shares) {
        await().until(() -> begun.size() >= shares);
    }
}
