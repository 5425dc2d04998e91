package io.streakboard.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import net.javacrumbs.shedlock.core.LockProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExclusiveJobRunnerTests {

    private final AtomicBoolean locked = new AtomicBoolean();
    private final LockProvider locks =
            lock -> locked.compareAndSet(false, true) ? Optional.of(() -> locked.set(false)) : Optional.empty();
    private final Background background = new Background();
    private final ExclusiveJobRunner runs = new ExclusiveJobRunner(locks, background);
    private final Rows rows = new Rows();

    /** The rows of a job, and how its runs ended. */
    private static final class Rows implements LongJob<Long> {

        private final TreeSet<Long> running = new TreeSet<>();
        private final List<String> ended = new ArrayList<>();

        long begin() {
            long id = ended.size() + running.size() + 1;
            running.add(id);
            return id;
        }

        @Override
        public String name() {
            return "rows";
        }

        @Override
        public List<Long> unfinished() {
            return List.copyOf(running);
        }

        @Override
        public void end(Long run, RunState state, @Nullable String failure) {
            if (running.remove(run)) {
                ended.add(run + " " + state + (failure == null ? "" : " " + failure));
            }
        }
    }

    @Test
    void aRunThatReturnsIsDoneAndAnotherMayBegin() throws InterruptedException {
        runToTheEnd((run, cancellation) -> {});
        runToTheEnd((run, cancellation) -> {});

        assertThat(rows.ended).containsExactly("1 DONE", "2 DONE");
    }

    @Test
    void aRunThatThrowsHasFailedAndAnotherMayBegin() throws InterruptedException {
        runToTheEnd((run, cancellation) -> {
            throw new IllegalStateException("x".repeat(1000));
        });
        runToTheEnd((run, cancellation) -> {});

        assertThat(rows.ended.getFirst()).startsWith("1 FAILED java.lang.IllegalStateException: xxx");
        assertThat(rows.ended.getFirst().length()).isLessThan(520);
        assertThat(rows.ended.getLast()).isEqualTo("2 DONE");
    }

    @Test
    void noneBeginsWhileOneIsUnderWay() throws InterruptedException {
        var open = new CountDownLatch(1);
        var first = runs.begin(rows, rows::begin, (run, cancellation) -> await(open))
                .orElseThrow();

        assertThat(runs.begin(rows, rows::begin, (run, cancellation) -> {})).isEmpty();
        runs.cleanUp(rows);
        assertThat(rows.ended).isEmpty();

        open.countDown();
        first.thread().join();
        assertThat(rows.ended).containsExactly("1 DONE");
    }

    @Test
    void aRunWhoseInstanceHasDiedFailsBeforeTheNextBegins() throws InterruptedException {
        rows.begin();

        runToTheEnd((run, cancellation) -> {});

        assertThat(rows.ended).containsExactly("1 FAILED its instance stopped", "2 DONE");
    }

    @Test
    void aRunWhoseInstanceHasDiedFailsWithoutANextOne() {
        rows.begin();

        runs.cleanUp(rows);

        assertThat(rows.ended).containsExactly("1 FAILED its instance stopped");
        assertThat(locked).isFalse();
    }

    @Test
    void theLockIsFreeIfTheRowCannotBeWritten() {
        assertThatIllegalStateException()
                .isThrownBy(() -> runs.begin(
                        rows,
                        () -> {
                            throw new IllegalStateException("MySQL is away");
                        },
                        (run, cancellation) -> {}));

        assertThat(locked).isFalse();
    }

    @Test
    void aStopWaitsUntilTheRunHasNoticedIt() throws InterruptedException {
        var begun = new CountDownLatch(1);
        runs.begin(rows, rows::begin, (run, cancellation) -> {
            begun.countDown();
            while (true) {
                cancellation.check();
                Thread.onSpinWait();
            }
        });
        begun.await();

        background.stop();

        assertThat(rows.ended).containsExactly("1 FAILED its instance stopped");
        assertThat(locked).isFalse();
    }

    private void runToTheEnd(BiConsumer<Long, CancellationToken> work) throws InterruptedException {
        runs.begin(rows, rows::begin, work).orElseThrow().thread().join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
