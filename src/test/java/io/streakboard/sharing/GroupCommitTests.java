package io.streakboard.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.RecoverableDataAccessException;

class GroupCommitTests {

    private static final int WRITERS = 2;

    private final List<List<String>> groups = new CopyOnWriteArrayList<>();
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final GroupCommit<String, String> writes = new GroupCommit<>("test", WRITERS, this::write);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        go.countDown();
        end.countDown();
        callers.close();
    }

    private List<String> write(List<String> items) {
        groups.add(items);
        try {
            (items.getFirst().startsWith("lasting-") ? end : go).await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        if (items.contains("broken")) {
            throw new RecoverableDataAccessException("the connection is broken");
        }
        if (items.contains("bad")) {
            throw new DataIntegrityViolationException("bad");
        }
        if (items.contains("away")) {
            throw new DataAccessResourceFailureException("away");
        }
        return items.stream().map(item -> "did " + item).toList();
    }

    @Test
    void aLoneCallIsWrittenAtOnce() {
        go.countDown();

        assertThat(writes.write(List.of("a", "b"))).containsExactly("did a", "did b");
        assertThat(groups).containsExactly(List.of("a", "b"));
        assertThat(writes.write(List.of())).isEmpty();
    }

    @Test
    void callsThatWaitShareATransactionAndGetTheirOwnResults() {
        keepBusy("busy", 1);

        var waiting = queue(IntStream.range(0, 500).mapToObj(i -> "m-" + i).toList());
        go.countDown();

        waiting.forEach(call -> assertThat(call.join()).isTrue());
        assertThat(groups.size()).as("groups for 501 calls").isEqualTo(2);
    }

    @Test
    void aFullTransactionBeginsBesideASmallOneAndTakesAlongWhatWaits() {
        keepBusy("lasting", 1);
        var small = queue(List.of("a")).getFirst();
        keepBusy("busy", 1_000);

        assertThat(groups).extracting(List::size).containsExactly(1, 1_001);
        go.countDown();
        end.countDown();

        assertThat(small.join()).isTrue();
    }

    @Test
    void aFailingCallFailsNoOther() {
        keepBusy("busy", 1);

        var good = queue(List.of("a", "b"));
        var bad = queue(List.of("bad")).getFirst();
        var more = queue(List.of("c"));
        go.countDown();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(bad::get)
                .withCauseInstanceOf(DataIntegrityViolationException.class);
        good.forEach(call -> assertThat(call.join()).isTrue());
        more.forEach(call -> assertThat(call.join()).isTrue());
    }

    @Test
    void withoutMySqlAGroupIsNotTriedCallByCall() {
        keepBusy("lasting", 1_000);
        keepBusy("busy", 1);

        var calls = queue(List.of("a", "away", "b"));
        go.countDown();

        calls.forEach(
                call -> assertThatExceptionOfType(ExecutionException.class).isThrownBy(call::get));
        assertThat(groups).hasSize(WRITERS + 1);
    }

    /** A connection that breaks within a transaction fails in other ways than one that cannot be had. */
    @Test
    void aGroupThatLosesItsConnectionIsNotTriedCallByCallOnceMySqlIsAway() {
        keepBusy("lasting", 1_000);
        keepBusy("busy", 1);

        var calls = new ArrayList<>(queue(List.of("broken")));
        calls.addAll(queue(List.of("away")));
        calls.addAll(queue(List.of("b", "c")));
        go.countDown();

        calls.forEach(
                call -> assertThatExceptionOfType(ExecutionException.class).isThrownBy(call::get));
        assertThat(groups).hasSize(WRITERS + 1 + 2);
    }

    /** A call that is written now: "busy" until the others begin, "lasting" until the end of the test. */
    private void keepBusy(String name, int items) {
        int before = groups.size();
        callers.submit(() -> writes.write(
                IntStream.range(0, items).mapToObj(i -> name + "-" + i).toList()));
        await().until(() -> groups.size() == before + 1);
    }

    /** Calls that wait, each with one item; they tell whether they got their own result. */
    private List<CompletableFuture<Boolean>> queue(List<String> items) {
        var calls = new ArrayList<CompletableFuture<Boolean>>();
        for (var item : items) {
            var call = new CompletableFuture<Boolean>();
            var caller = Thread.ofVirtual().start(() -> call.completeAsync(() -> tellsItsOwn(item), Runnable::run));
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> caller.getState() == State.WAITING || caller.getState() == State.TIMED_WAITING);
            calls.add(call);
        }
        return calls;
    }

    private boolean tellsItsOwn(String item) {
        return writes.write(List.of(item)).equals(List.of("did " + item));
    }
}
