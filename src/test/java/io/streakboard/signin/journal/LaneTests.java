package io.streakboard.signin.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.Settings;
import io.streakboard.signin.partition.Partitions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LaneTests {

    private static final Duration AN_HOUR = Duration.ofHours(1);

    private final Lane lane = new Lane(List.of(1, 3, 5));

    @Test
    void aRingWakesTheWaitingThread() {
        var rung = CompletableFuture.supplyAsync(this::await);

        lane.ring(3);

        Awaitility.await().untilAsserted(() -> assertThat(rung).isCompletedWithValue(List.of(3)));
    }

    @Test
    void aPartitionIsHandedOutOnceHoweverOftenItRings() throws Exception {
        lane.ring(5);
        lane.ring(1);
        lane.ring(5);

        assertThat(lane.await(AN_HOUR, 1)).containsExactly(5);
        assertThat(lane.await(AN_HOUR, 9)).containsExactly(1);
        assertThat(lane.await(Duration.ZERO, 9)).isEmpty();
    }

    @Test
    void aStopEndsTheWaitingOnceSoThatTheLaneCanBeUsedAgain() throws Exception {
        lane.wake();
        assertThat(lane.await(AN_HOUR, 9)).isEmpty();

        lane.ring(1);
        assertThat(lane.await(AN_HOUR, 9)).containsExactly(1);
    }

    @Test
    void eachPartitionIsInOneOfAsManyLanesAsThereMayBeTransactions() {
        var settings = Settings.of(JournalProperties.class, "journal.transactions=3");

        assertThat(new Lanes(settings, new Partitions(8)).all())
                .extracting(Lane::partitions)
                .containsExactly(List.of(0, 3, 6), List.of(1, 4, 7), List.of(2, 5));
        assertThat(new Lanes(settings, new Partitions(1)).all()).hasSize(1);
    }

    private List<Integer> await() {
        try {
            return lane.await(AN_HOUR, 9);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
