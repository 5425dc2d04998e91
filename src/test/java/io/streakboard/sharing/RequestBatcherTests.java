package io.streakboard.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestBatcherTests {

    private static final int MAX_BATCH = 64;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** @param batch number of its batch */
    private record Answer(String request, int batch) {}

    private final List<List<String>> batches = new CopyOnWriteArrayList<>();
    private final Semaphore leave = new Semaphore(0);
    private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

    private final RequestBatcher<String, Answer> shared = batcher(1, TIMEOUT);

    @AfterEach
    void close() {
        leave.release(1_000);
        readers.close();
    }

    @Test
    void aSingleCallerDoesNotWait() {
        leave.release(2);

        assertThat(ask("page")).isEqualTo(new Answer("page", 1));
        assertThat(ask("page")).as("nothing is kept").isEqualTo(new Answer("page", 2));
    }

    @Test
    void callersThatArriveMeanwhileShareTheNextBatch() throws Exception {
        var first = readers.submit(() -> ask("page"));
        await().until(() -> batches.size() == 1);

        var others = List.of(
                waiting(() -> ask("page")),
                waiting(() -> ask("page")),
                waiting(() -> ask("around")),
                waiting(() -> ask("page")));
        leave.release(2);

        assertThat(first.get()).isEqualTo(new Answer("page", 1));
        for (var other : others) {
            assertThat(other.get().batch()).isEqualTo(2);
        }
        assertThat(batches.getLast()).containsExactlyInAnyOrder("page", "around");
    }

    @Test
    void twoBatchesAreInFlightAndAThirdWaits() throws Exception {
        var two = batcher(2, TIMEOUT);
        var first = readers.submit(() -> two.ask(List.of("page")));
        await().until(() -> batches.size() == 1);
        var second = readers.submit(() -> two.ask(List.of("page")));
        await().until(() -> batches.size() == 2);

        var third = waiting(() -> two.ask(List.of("page")));
        var fourth = waiting(() -> two.ask(List.of("around")));
        assertThat(batches).hasSize(2);
        leave.release(3);

        assertThat(first.get()).containsExactly(new Answer("page", 1));
        assertThat(second.get()).containsExactly(new Answer("page", 2));
        assertThat(third.get()).containsExactly(new Answer("page", 3));
        assertThat(fourth.get()).containsExactly(new Answer("around", 3));
    }

    @Test
    void aBatchTakesAtMostItsNumberOfRequests() throws Exception {
        var first = readers.submit(() -> ask("first"));
        await().until(() -> batches.size() == 1);

        var others = IntStream.range(0, 200)
                .mapToObj(i -> readers.submit(() -> ask("page" + i)))
                .toList();
        leave.release(1_000);

        first.get();
        for (int i = 0; i < 200; i++) {
            assertThat(others.get(i).get().request()).isEqualTo("page" + i);
        }
        assertThat(batches).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(MAX_BATCH));
    }

    @Test
    void requestsOfOneCallerStayTogether() {
        leave.release(1);

        var answers = shared.ask(List.of("page", "standings", "page"));

        assertThat(answers).containsExactly(new Answer("page", 1), new Answer("standings", 1), new Answer("page", 1));
    }

    @Test
    void aHangingBatchDelaysOnlyItsOwnCallers() throws Exception {
        var timingOut = batcher(1, Duration.ofMillis(10));
        var hangs = readers.submit(() -> timingOut.ask(List.of("page")));
        await().until(() -> batches.size() == 1);

        var other = readers.submit(() -> timingOut.ask(List.of("page")));

        await().until(() -> batches.size() == 2);
        leave.release(2);
        assertThat(hangs.get()).containsExactly(new Answer("page", 1));
        assertThat(other.get()).containsExactly(new Answer("page", 2));
    }

    @Test
    void hangingBatchesDelayOnlyTheirOwnCallers() throws Exception {
        var timingOut = batcher(2, Duration.ofMillis(10));
        var hang = new ArrayList<Future<List<Answer>>>();
        for (int batch = 1; batch <= 5; batch++) {
            int number = batch;
            hang.add(readers.submit(() -> timingOut.ask(List.of("page"))));
            await().until(() -> batches.size() == number);
        }

        leave.release(5);

        for (int batch = 1; batch <= 5; batch++) {
            assertThat(hang.get(batch - 1).get()).containsExactly(new Answer("page", batch));
        }
        leave.release(1);
        assertThat(timingOut.ask(List.of("page"))).containsExactly(new Answer("page", 6));
    }

    @Test
    void aFailedBatchDoesNotAffectOthersInFlight() throws Exception {
        var broken = new IllegalStateException("away");
        var two = new RequestBatcher<String, String>(MAX_BATCH, 2, TIMEOUT, requests -> {
            batches.add(requests);
            if (requests.contains("broken")) {
                throw broken;
            }
            leave.acquireUninterruptibly();
            return requests;
        });
        var first = readers.submit(() -> two.ask(List.of("page")));
        await().until(() -> batches.size() == 1);

        assertThatThrownBy(() -> two.ask(List.of("broken"))).isSameAs(broken);

        leave.release(2);
        assertThat(two.ask(List.of("around"))).containsExactly("around");
        assertThat(first.get()).containsExactly("page");
    }

    @Test
    void aFailureReachesOnlyTheCallersOfItsBatch() throws Exception {
        var broken = new IllegalStateException("away");
        var calls = new AtomicInteger();
        var failing = new RequestBatcher<String, String>(MAX_BATCH, 2, TIMEOUT, requests -> {
            if (calls.incrementAndGet() == 1) {
                throw broken;
            }
            return requests;
        });

        assertThatThrownBy(() -> failing.ask(List.of("page"))).isSameAs(broken);

        assertThat(failing.ask(List.of("page"))).containsExactly("page");
    }

    /** A caller reads its own earlier write, whoever shares the batch. */
    @Test
    void noAnswerIsOlderThanItsRequest() throws Exception {
        var written = new AtomicLong();
        var moments = new RequestBatcher<String, Long>(MAX_BATCH, 2, TIMEOUT, requests -> {
            var now = written.get();
            Thread.yield();
            return requests.stream().map(request -> now).toList();
        });
        var all = new ArrayList<Future<?>>();
        for (int i = 0; i < MAX_BATCH; i++) {
            var name = "page" + i % 8;
            all.add(readers.submit(() -> {
                for (int round = 0; round < 500; round++) {
                    long mine = written.incrementAndGet();
                    long read = moments.ask(List.of(name)).getFirst();
                    assertThat(read).isGreaterThanOrEqualTo(mine);
                }
            }));
        }
        for (var each : all) {
            each.get();
        }
    }

    /** Returns when the request has been made and its caller waits. */
    private static <T> Future<T> waiting(Callable<T> asking) {
        var answer = new FutureTask<>(asking);
        var reader = Thread.ofVirtual().start(answer);
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> reader.getState() == Thread.State.WAITING // shares a batch
                        || reader.getState() == Thread.State.TIMED_WAITING); // leads the next one
        return answer;
    }

    private Answer ask(String request) {
        return shared.ask(List.of(request)).getFirst();
    }

    /** Answers each request with itself and the number of its batch, once that is released. */
    private RequestBatcher<String, Answer> batcher(int atOnce, Duration timeout) {
        return new RequestBatcher<>(MAX_BATCH, atOnce, timeout, requests -> {
            batches.add(requests);
            int batch = batches.size();
            leave.acquireUninterruptibly();
            return requests.stream().map(request -> new Answer(request, batch)).toList();
        });
    }
}
