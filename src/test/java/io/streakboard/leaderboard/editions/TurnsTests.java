package io.streakboard.leaderboard.editions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.web.Problem;
import java.lang.Thread.State;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class TurnsTests {

    private final Turns turns = new Turns();
    private final List<String> order = new CopyOnWriteArrayList<>();

    @Test
    void aCallerWithManyCallsDoesNotHoldUpAnother() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var busy = Thread.ofPlatform()
                .start(() -> turns.take("busy", 1, () -> {
                    begun.countDown();
                    return wait(go);
                }));
        begun.await();
        var more = List.of(waiting("busy"), waiting("busy"), waiting("busy"));
        var other = waiting("other");

        go.countDown();

        busy.join();
        other.join();
        for (var each : more) {
            each.join();
        }
        assertThat(order).containsExactly("other", "busy", "busy", "busy");
    }

    private Thread waiting(String caller) {
        var thread = Thread.ofPlatform().start(() -> turns.take(caller, 1, () -> order.add(caller)));
        await().until(() -> thread.getState() == State.WAITING);
        return thread;
    }

    private static boolean wait(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Test
    void theRateOfACallerIsLimitedAndTheRefusalNamesWhenToTryAgain() {
        for (int made = 0; made < Turns.EDITIONS; made += 50) {
            turns.take("busy", 50, () -> true);
        }

        assertThatThrownBy(() -> turns.take("busy", 1_000, () -> order.add("made")))
                .isInstanceOfSatisfying(Problem.class, refused -> {
                    assertThat(refused.getStatusCode()).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
                    assertThat(refused.getHeaders().getFirst("Retry-After")).matches("[1-9]\\d*");
                });
        assertThat(order).isEmpty();
        assertThat(turns.take("other", 1, () -> true)).isTrue();
        assertThat(turns.take(null, Turns.EDITIONS + 1, () -> true))
                .as("modules")
                .isTrue();
    }
}
