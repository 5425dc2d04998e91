package io.streakboard.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteBehindTests {

    private final List<List<Integer>> written = new CopyOnWriteArrayList<>();
    private final List<Integer> failed = new CopyOnWriteArrayList<>();
    private final WriteBehind<Integer> numbers = new WriteBehind<>(
            "numbers", 5, 3, Duration.ofMillis(1), this::write, (items, failure) -> failed.addAll(items));

    private void write(List<Integer> items) {
        if (items.contains(0)) {
            throw new NoClassDefFoundError("io/streakboard/Gone");
        }
        written.add(List.copyOf(items));
    }

    @AfterEach
    void stop() {
        numbers.stop();
    }

    @Test
    void itemsAreWrittenInBatchesInTheirOrder() {
        assertThat(List.of(1, 2, 3, 4, 5)).allMatch(numbers::add);
        assertThat(numbers.add(6)).as("there is no room").isFalse();

        numbers.start();

        await().untilAsserted(() -> assertThat(written).containsExactly(List.of(1, 2, 3), List.of(4, 5)));
    }

    @Test
    void aStopWritesWhatWaits() {
        numbers.start();
        List.of(1, 2, 3, 4, 5).forEach(numbers::add);

        numbers.stop();

        assertThat(written.stream().flatMap(List::stream)).containsExactly(1, 2, 3, 4, 5);
        assertThat(numbers.isRunning()).isFalse();
    }

    @Test
    void anErrorEndsNotTheWriting() {
        List.of(0, 1, 2, 3).forEach(numbers::add);

        numbers.start();

        await().untilAsserted(() -> assertThat(written).containsExactly(List.of(3)));
        assertThat(failed).containsExactly(0, 1, 2);
    }

    @Test
    void itBeginsAgainAfterAStop() {
        numbers.start();
        numbers.stop();
        numbers.add(1);

        numbers.start();

        await().untilAsserted(() -> assertThat(written).containsExactly(List.of(1)));
    }
}
