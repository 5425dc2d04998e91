package io.streakboard.events;

import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.modulith.events.core.EventPublicationRegistry;
import org.springframework.modulith.events.core.PublicationTargetIdentifier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalApplicationListener.SynchronizationCallback;

/**
 * Marks a delivery as failed when all listener threads are busy and their queue is full; the next redelivery makes it.
 * Modulith then forgets its event, so the heap holds no more than the queue. A publisher neither delivers nor writes
 * the mark itself, see {@link CompletionBatcher}: it holds the connection of its transaction and would need a second
 * one.
 */
@Component
class RejectedDeliveryHandler implements RejectedExecutionHandler, SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(RejectedDeliveryHandler.class);

    private record Delivery(Object event, PublicationTargetIdentifier listener) {}

    private final Listeners listeners;
    private final ObjectProvider<EventPublicationRegistry> registry;

    @SuppressWarnings("ThreadLocalUsage") // there is one instance
    private final ThreadLocal<@Nullable Delivery> submitted = new ThreadLocal<>();

    RejectedDeliveryHandler(Listeners listeners, ObjectProvider<EventPublicationRegistry> registry) {
        this.listeners = listeners;
        this.registry = registry;
    }

    /** Notes each delivery before the executor gets its task, as the task does not name the delivery. */
    @Override
    public void afterSingletonsInstantiated() {
        listeners.all().forEach(listener -> {
            var id = PublicationTargetIdentifier.of(listener.getListenerId());
            listener.addCallback(new SynchronizationCallback() {
                @Override
                public void preProcessEvent(ApplicationEvent event) {
                    submitted.set(new Delivery(payload(event), id));
                }

                @Override
                public void postProcessEvent(ApplicationEvent event, @Nullable Throwable failure) {
                    submitted.remove();
                }
            });
        });
    }

    private static Object payload(ApplicationEvent event) {
        return event instanceof PayloadApplicationEvent<?> published ? published.getPayload() : event;
    }

    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
        if (executor.isShutdown()) {
            return; // the registry still has it, so another instance delivers it
        }
        var delivery = submitted.get();
        if (delivery == null) {
            task.run(); // a redelivery: this thread holds no connection, and makes no more than it can deliver
        } else {
            markFailed(delivery);
        }
    }

    private void markFailed(Delivery delivery) {
        try {
            registry.getObject().markFailed(delivery.event(), delivery.listener());
        } catch (RuntimeException failure) {
            log.warn("A delivery to {} is made again only once it counts as lost", delivery.listener(), failure);
        }
    }
}
