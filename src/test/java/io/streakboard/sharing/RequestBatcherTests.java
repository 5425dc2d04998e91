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

    private static final int MOST = 64;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** @param trip the number of the trip that brought it */
    private record Answer(String question, int trip) {}

    private final List<List<String>> batcher = new CopyOnWriteArrayList<>();
    private final Semaphore leave = new Semaphore(0);
    private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

    private final RequestBatcher<String, Answer> shared = trips(1, PATIENCE);

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
    void callersThatArriveMeanwhileShareTheNextTrip() throws Exception {
        var first = readers.submit(() -> ask("page"));
        await().until(() -> batcher.size() == 1);

        var others = List.of(
                waiting(() -> ask("page")),
                waiting(() -> ask("page")),
                waiting(() -> ask("around")),
                waiting(() -> ask("page")));
        leave.release(2);

        assertThat(first.get()).isEqualTo(new Answer("page", 1));
        for (var other : others) {
            assertThat(other.get().trip()).isEqualTo(2);
        }
        assertThat(batcher.getLast()).containsExactlyInAnyOrder("page", "around");
    }

    @Test
    void aSecondTripLeavesBeforeTheFirstIsBackAndAThirdDoesNot() throws Exception {
        var two = trips(2, PATIENCE);
        var first = readers.submit(() -> two.ask(List.of("page")));
        await().until(() -> batcher.size() == 1);
        var second = readers.submit(() -> two.ask(List.of("page")));
        await().until(() -> batcher.size() == 2);

        var third = waiting(() -> two.ask(List.of("page")));
        var fourth = waiting(() -> two.ask(List.of("around")));
        assertThat(batcher).hasSize(2);
        leave.release(3);

        assertThat(first.get()).containsExactly(new Answer("page", 1));
        assertThat(second.get()).containsExactly(new Answer("page", 2));
        assertThat(third.get()).containsExactly(new Answer("page", 3));
        assertThat(fourth.get()).containsExactly(new Answer("around", 3));
    }

    @Test
    void aTripTakesAtMostItsNumberOfQuestions() throws Exception {
        var first = readers.submit(() -> ask("first"));
        await().until(() -> batcher.size() == 1);

        var others = IntStream.range(0, 200)
                .mapToObj(i -> readers.submit(() -> ask("page" + i)))
                .toList();
        leave.release(1_000);

        first.get();
        for (int i = 0; i < 200; i++) {
            assertThat(others.get(i).get().question()).isEqualTo("page" + i);
        }
        assertThat(batcher).allSatisfy(trip -> assertThat(trip).hasSizeLessThanOrEqualTo(MOST));
    }

    @Test
    void manyQuestionsOfOneReaderAreAnsweredAtOneMoment() {
        leave.release(1);

        var answers = shared.ask(List.of("page", "standings", "page"));

        assertThat(answers).containsExactly(new Answer("page", 1), new Answer("standings", 1), new Answer("page", 1));
    }

    @Test
    void aHangingTripDelaysOnlyItsOwnCallers() throws Exception {
        var impatient = trips(1, Duration.ofMillis(10));
        var hangs = readers.submit(() -> impatient.ask(List.of("page")));
        await().until(() -> batcher.size() == 1);

        var other = readers.submit(() -> impatient.ask(List.of("page")));

        await().until(() -> batcher.size() == 2);
        leave.release(2);
        assertThat(hangs.get()).containsExactly(new Answer("page", 1));
        assertThat(other.get()).containsExactly(new Answer("page", 2));
    }

    @Test
    void hangingTripsDelayOnlyTheirOwnCallers() throws Exception {
        var impatient = trips(2, Duration.ofMillis(10));
        var hang = new ArrayList<Future<List<Answer>>>();
        for (int trip = 1; trip <= 5; trip++) {
            int number = trip;
            hang.add(readers.submit(() -> impatient.ask(List.of("page"))));
            await().until(() -> batcher.size() == number);
        }

        leave.release(5);

        for (int trip = 1; trip <= 5; trip++) {
            assertThat(hang.get(trip - 1).get()).containsExactly(new Answer("page", trip));
        }
        leave.release(1);
        assertThat(impatient.ask(List.of("page"))).containsExactly(new Answer("page", 6));
    }

    @Test
    void aFailedTripDoesNotAffectOthersUnderWay() throws Exception {
        var broken = new IllegalStateException("away");
        var two = new RequestBatcher<String, String>(MOST, 2, PATIENCE, questions -> {
            batcher.add(questions);
            if (questions.contains("broken")) {
                throw broken;
            }
            leave.acquireUninterruptibly();
            return questions;
        });
        var first = readers.submit(() -> two.ask(List.of("page")));
        await().until(() -> batcher.size() == 1);

        assertThatThrownBy(() -> two.ask(List.of("broken"))).isSameAs(broken);

        leave.release(2);
        assertThat(two.ask(List.of("around"))).containsExactly("around");
        assertThat(first.get()).containsExactly("page");
    }

    @Test
    void aFailureReachesOnlyTheCallersOfItsTrip() throws Exception {
        var broken = new IllegalStateException("away");
        var calls = new AtomicInteger();
        var failing = new RequestBatcher<String, String>(MOST, 2, PATIENCE, questions -> {
            if (calls.incrementAndGet() == 1) {
                throw broken;
            }
            return questions;
        });

        assertThatThrownBy(() -> failing.ask(List.of("page"))).isSameAs(broken);

        assertThat(failing.ask(List.of("page"))).containsExactly("page");
    }

    /** Whoever has written before asking reads what was written, in whatever company. */
    @Test
    void noAnswerIsOlderThanItsQuestion() throws Exception {
        var written = new AtomicLong();
        var moments = new RequestBatcher<String, Long>(MOST, 2, PATIENCE, questions -> {
            var now = written.get();
            Thread.yield();
            return questions.stream().map(question -> now).toList();
        });
        var all = new ArrayList<Future<?>>();
        for (int i = 0; i < MOST; i++) {
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

    /** Returns when the question has been asked and its reader waits. */
    private static <T> Future<T> waiting(Callable<T> asking) {
        var answer = new FutureTask<>(asking);
        var reader = Thread.ofVirtual().start(answer);
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> reader.getState() == Thread.State.WAITING // shares a trip
                        || reader.getState() == Thread.State.TIMED_WAITING); // leads the next one
        return answer;
    }

    private Answer ask(String question) {
        return shared.ask(List.of(question)).getFirst();
    }

    /** Each question is answered with itself and the number of its trip, when that may. */
    private RequestBatcher<String, Answer> trips(int atOnce, Duration patience) {
        return new RequestBatcher<>(MOST, atOnce, patience, questions -> {
            batcher.add(questions);
            int trip = batcher.size();
            leave.acquireUninterruptibly();
            return questions.stream()
                    .map(question -> new Answer(question, trip))
                    .toList();
        });
    }
}
