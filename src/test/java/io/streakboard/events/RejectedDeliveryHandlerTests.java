package io.streakboard.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.modulith.events.core.EventPublicationRegistry;
import org.springframework.modulith.events.core.PublicationTargetIdentifier;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.event.TransactionalApplicationListener;
import org.springframework.transaction.event.TransactionalApplicationListener.SynchronizationCallback;

/** The only listener thread is busy, and its queue is full. */
class RejectedDeliveryHandlerTests {

    private final EventPublicationRegistry registry = mock(EventPublicationRegistry.class);
    private final ArgumentCaptor<SynchronizationCallback> callback =
            ArgumentCaptor.forClass(SynchronizationCallback.class);
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<String> made = new CopyOnWriteArrayList<>();
    private final ThreadPoolTaskExecutor listeners =
            ListenerConfiguration.applicationTaskExecutor(properties(), overflow());

    @BeforeEach
    void keepBusy() {
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
        over.countDown();
        listeners.shutdown();
    }

    @Test
    void aDeliveryIsLeftToTheRegistry() {
        deliver(() -> made.add("delivery"));

        assertThat(made).isEmpty();
        verify(registry).markFailed("event", PublicationTargetIdentifier.of("listener"));
    }

    @Test
    void redeliveryMakesADeliveryItself() {
        listeners.execute(() -> made.add("again"));

        assertThat(made).containsExactly("again");
        verifyNoInteractions(registry);
    }

    /** Hands a delivery over as Spring does. */
    private void deliver(Runnable delivery) {
        var event = new PayloadApplicationEvent<>(this, "event");
        callback.getValue().preProcessEvent(event);
        listeners.execute(delivery);
        callback.getValue().postProcessEvent(event, null);
    }

    private RejectedDeliveryHandler overflow() {
        var listener = mock(TransactionalApplicationListener.class);
        when(listener.getListenerId()).thenReturn("listener");
        var all = mock(Listeners.class);
        doReturn(List.of(listener)).when(all).all();
        @SuppressWarnings("unchecked")
        ObjectProvider<EventPublicationRegistry> provider = mock(ObjectProvider.class);
        when(provider.getObject()).thenReturn(registry);
        var rejectedDeliveryHandler = new RejectedDeliveryHandler(all, provider);
        rejectedDeliveryHandler.afterSingletonsInstantiated();
        verify(listener).addCallback(callback.capture());
        return rejectedDeliveryHandler;
    }

    private static EventsProperties properties() {
        return new EventsProperties(1, 1, Duration.ofSeconds(30), 10, 100, Duration.ofSeconds(10));
    }
}
