package io.streakboard.leaderboard.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.live.SharedReads.Answer;
import io.streakboard.leaderboard.live.SharedReads.Question;
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

class SharedReadsTests {

    private static final int MOST = 64;

    private final List<List<Question>> trips = new CopyOnWriteArrayList<>();
    private final Semaphore leave = new Semaphore(0);
    private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

    /** Answers each question with itself and the number of its trip, when it may. */
    private final SharedReads reads = new SharedReads(MOST, questions -> {
        trips.add(questions);
        leave.acquireUninterruptibly();
        return questions.stream()
                .map(question -> List.of(question.read(), trips.size()))
                .toList();
    });

    @AfterEach
    void close() {
        leave.release(1_000);
        readers.close();
    }

    @Test
    void aReaderWhoIsAloneDoesNotWait() {
        leave.release(2);

        assertThat(ask("page")).isEqualTo(List.of("page", 1));
        assertThat(ask("page")).as("nothing is kept").isEqualTo(List.of("page", 2));
    }

    @Test
    void whoComesMeanwhileSharesTheNextTrip() throws Exception {
        var first = readers.submit(() -> ask("page"));
        await().until(() -> trips.size() == 1);

        var others = List.of(
                waiting(() -> ask("page")),
                waiting(() -> ask("page")),
                waiting(() -> ask("around")),
                waiting(() -> ask("page")));
        leave.release(2);

        assertThat(first.get()).isEqualTo(List.of("page", 1));
        for (var other : others) {
            assertThat(((List<?>) other.get()).getLast()).isEqualTo(2);
        }
        assertThat(trips.getLast()).extracting(Question::read).containsExactlyInAnyOrder("page", "around");
    }

    @Test
    void aTripTakesNoMoreThanItMay() throws Exception {
        var first = readers.submit(() -> ask("first"));
        await().until(() -> trips.size() == 1);

        var others = IntStream.range(0, 200)
                .mapToObj(i -> readers.submit(() -> ask("page" + i)))
                .toList();
        leave.release(1_000);

        first.get();
        for (int i = 0; i < 200; i++) {
            assertThat(((List<?>) others.get(i).get()).getFirst()).isEqualTo("page" + i);
        }
        assertThat(trips).allSatisfy(trip -> assertThat(trip).hasSizeLessThanOrEqualTo(MOST));
    }

    @Test
    void manyQuestionsOfOneReaderAreAnsweredAtOneMoment() {
        leave.release(1);

        var answers = reads.ask(List.of(question("page"), question("standings"), question("page")));

        assertThat(answers)
                .extracting(answer -> (Object) answer.as(reply -> reply))
                .containsExactly(List.of("page", 1), List.of("standings", 1), List.of("page", 1));
    }

    @Test
    void whatIsMadeOfAnAnswerIsMadeOnce() throws Exception {
        var first = readers.submit(() -> ask("first"));
        await().until(() -> trips.size() == 1);
        var made = new AtomicInteger();
        var others = List.of(waiting(() -> answer("page")), waiting(() -> answer("page")));
        leave.release(2);
        first.get();

        for (var other : others) {
            int before = other.get().as(reply -> made.incrementAndGet());
            assertThat(before).isEqualTo(1);
        }
    }

    @Test
    void aFailureReachesAllWhoWaitAndNobodyElse() throws Exception {
        var broken = new IllegalStateException("away");
        var calls = new AtomicInteger();
        var failing = new SharedReads(MOST, questions -> {
            if (calls.incrementAndGet() == 1) {
                throw broken;
            }
            return List.of(List.of("here"));
        });

        assertThatThrownBy(() -> failing.ask(List.of(question("page")))).isSameAs(broken);

        assertThat(failing.ask(List.of(question("page"))).getFirst().<Object>as(reply -> reply))
                .isEqualTo(List.of("here"));
    }

    /** Whoever has written before asking reads what was written, in whatever company. */
    @Test
    void noAnswerIsOlderThanItsQuestion() throws Exception {
        var written = new AtomicLong();
        var shared = new SharedReads(MOST, questions -> {
            var now = written.get();
            Thread.yield();
            return questions.stream().map(question -> List.of(now)).toList();
        });
        var all = new ArrayList<Future<?>>();
        for (int i = 0; i < MOST; i++) {
            var name = "page" + i % 8;
            all.add(readers.submit(() -> {
                for (int round = 0; round < 500; round++) {
                    long mine = written.incrementAndGet();
                    long read = shared.ask(List.of(question(name))).getFirst().as(reply -> (Long) reply.getFirst());
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

    private Object ask(String read) {
        return answer(read).as(reply -> reply);
    }

    private Answer answer(String read) {
        return reads.ask(List.of(question(read))).getFirst();
    }

    private static Question question(String read) {
        return new Question(read, List.of());
    }
}
