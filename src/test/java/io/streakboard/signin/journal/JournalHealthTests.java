package io.streakboard.signin.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.signin.Settings;
import io.streakboard.signin.partition.Partitions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class JournalHealthTests {

    private final Journal journal = mock(Journal.class);
    private final JournalProperties settings =
            Settings.of(JournalProperties.class, "journal.linger=1ms", "journal.claim-after=1d");
    private final JournalConsumers consumers = new JournalConsumers(
            journal,
            mock(EntryProcessor.class),
            new DrainThrottle(new WaitingSignIns(), settings),
            settings,
            new PartitionGroups(settings, new Partitions(1)));
    private final JournalHealthIndicator health = new JournalHealthIndicator(consumers);

    @Test
    void aDrainThatRunsIsUpAndOneThatWasStoppedAlso() {
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        consumers.start();
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        consumers.stop();
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void aDrainThatDiesIsDown() {
        when(journal.backlog(anyInt())).thenReturn(1L);
        when(journal.unfinished(any(), anyInt())).thenAnswer(call -> {
            Thread.currentThread().interrupt();
            return List.of();
        });
        consumers.start();

        await().untilAsserted(() -> assertThat(health.health().getStatus()).isEqualTo(Status.DOWN));
        assertThat(health.health().getDetails()).containsEntry("dead", List.of("journal-0"));
        consumers.stop();
    }
}
