package io.streakboard.signin.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.Settings;
import io.streakboard.signin.partition.Partitions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PartitionGroupTests {

    private static final Duration AN_HOUR = Duration.ofHours(1);

    private final PartitionGroup group = new PartitionGroup(List.of(1, 3, 5));

    @Test
    void aRingWakesTheWaitingThread() {
        var signalled = CompletableFuture.supplyAsync(this::await);

        group.signal(3);

        Awaitility.await().untilAsserted(() -> assertThat(signalled).isCompletedWithValue(List.of(3)));
    }

    @Test
    void aPartitionIsHandedOutOnceHoweverOftenItRings() throws Exception {
        group.signal(5);
        group.signal(1);
        group.signal(5);

        assertThat(group.await(AN_HOUR, 1)).containsExactly(5);
        assertThat(group.await(AN_HOUR, 9)).containsExactly(1);
        assertThat(group.await(Duration.ZERO, 9)).isEmpty();
    }

    @Test
    void aStopEndsTheWaitOnceSoThatTheGroupCanBeUsedAgain() throws Exception {
        group.wake();
        assertThat(group.await(AN_HOUR, 9)).isEmpty();

        group.signal(1);
        assertThat(group.await(AN_HOUR, 9)).containsExactly(1);
    }

    @Test
    void eachPartitionIsInOneGroupAndThereIsAGroupForEachTransaction() {
        var settings = Settings.of(JournalProperties.class, "journal.consumers=3");

        assertThat(new PartitionGroups(settings, new Partitions(8)).all())
                .extracting(PartitionGroup::partitions)
                .containsExactly(List.of(0, 3, 6), List.of(1, 4, 7), List.of(2, 5));
        assertThat(new PartitionGroups(settings, new Partitions(1)).all()).hasSize(1);
    }

    private List<Integer> await() {
        try {
            return group.await(AN_HOUR, 9);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
