package io.streakboard.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The only listener thread is busy, and its queue is full. */
class OverflowTests {

    private final LeftDeliveries left = mock(LeftDeliveries.class);
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<String> made = new CopyOnWriteArrayList<>();
    private final ThreadPoolTaskExecutor listeners =
            new ListenerConfiguration().applicationTaskExecutor(properties(), new Overflow(properties(), left));

    @BeforeEach
    void keepBusy() {
        when(left.add(any())).thenReturn(true);
        listeners.initialize();
        for (int i = 0; i < 2; i++) {
            listeners.execute(() -> {
                try {
                    over.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    @AfterEach
    void shutDown() {
        TransactionSynchronizationManager.setActualTransactionActive(false);
        over.countDown();
        listeners.shutdown();
    }

    @Test
    void aPublisherFromOutsideMakesADeliveryItself() {
        TransactionSynchronizationManager.setActualTransactionActive(true);

        listeners.execute(() -> made.add("delivery"));

        assertThat(made).containsExactly("delivery");
        verify(left, never()).add(any());
    }

    @Test
    void whatAListenerPublishesIsDeliveredAfterIt() {
        listeners.execute(() -> {
            listeners.execute(() -> {
                listeners.execute(() -> made.add("third"));
                made.add("second");
            });
            made.add("first");
        });

        assertThat(made).containsExactly("first", "second", "third");
    }

    @Test
    void aChainThatHasNoEndIsLeftToOthers() {
        listeners.execute(this::deliverAgainAndAgain);

        assertThat(made).hasSize(1 + Turn.LONGEST);
        verify(left, times(1)).add(any());
    }

    private void deliverAgainAndAgain() {
        made.add("once more");
        listeners.execute(this::deliverAgainAndAgain);
    }

    @Test
    void moreCallersThanAllowedLeaveTheirDeliveriesToOthers() {
        TransactionSynchronizationManager.setActualTransactionActive(true);

        listeners.execute(() -> meanwhile(() -> {
            TransactionSynchronizationManager.setActualTransactionActive(true);
            listeners.execute(() -> made.add("other"));
        }));

        assertThat(made).isEmpty();
        verify(left, times(1)).add(any());
    }

    @Test
    void redeliveryMakesWhatFindsNoThreadHoweverManyCallersThereAre() {
        TransactionSynchronizationManager.setActualTransactionActive(true);

        listeners.execute(() -> meanwhile(() -> listeners.execute(() -> made.add("again"))));

        assertThat(made).containsExactly("again");
    }

    @Test
    void whatIsNoDeliveryIsNeverLeft() {
        when(left.add(any())).thenReturn(false);

        listeners.execute(() -> {
            for (int i = 0; i <= Turn.LONGEST; i++) {
                listeners.execute(() -> made.add("task"));
            }
        });

        assertThat(made).hasSize(Turn.LONGEST + 1);
    }

    @Test
    void listenerThreadsMakeWhatWasLeft() {
        var delivered = new CountDownLatch(2);
        when(left.next()).thenReturn(delivered::countDown, delivered::countDown, null);
        listeners.execute(() -> made.add("rejected, so the queue is known"));

        over.countDown();

        await().until(() -> delivered.getCount() == 0);
    }

    private static void meanwhile(Runnable work) {
        try {
            Thread.ofVirtual().start(work).join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static EventsProperties properties() {
        return new EventsProperties(1, 1, 1, Duration.ofSeconds(30), 10, 100, Duration.ofSeconds(10));
    }
}
