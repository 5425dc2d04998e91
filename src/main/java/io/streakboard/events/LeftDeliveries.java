package io.streakboard.events;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
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
 * Deliveries that nobody had time for. The first thousand wait here for a listener thread. All others stay in the
 * registry only, marked as failed: then they are due at the next redelivery, and Modulith forgets their events. So the
 * heap never holds more than a thousand.
 */
@Component
class LeftDeliveries implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(LeftDeliveries.class);

    static final int MOST = 1000;

    private record Delivery(Object event, PublicationTargetIdentifier listener) {}

    private final Listeners listeners;
    private final ObjectProvider<EventPublicationRegistry> registry;
    private final BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(MOST);

    @SuppressWarnings("ThreadLocalUsage") // there is one instance
    private final ThreadLocal<@Nullable Delivery> beingHandedOver = new ThreadLocal<>();

    LeftDeliveries(Listeners listeners, ObjectProvider<EventPublicationRegistry> registry) {
        this.listeners = listeners;
        this.registry = registry;
    }

    /** An executor gets a task that does not say which delivery it makes, so the delivery is noted before. */
    @Override
    public void afterSingletonsInstantiated() {
        listeners.all().forEach(listener -> {
            var id = PublicationTargetIdentifier.of(listener.getListenerId());
            listener.addCallback(new SynchronizationCallback() {
                @Override
                public void preProcessEvent(ApplicationEvent event) {
                    beingHandedOver.set(new Delivery(payload(event), id));
                }

                @Override
                public void postProcessEvent(ApplicationEvent event, @Nullable Throwable failure) {
                    beingHandedOver.remove();
                }
            });
        });
    }

    private static Object payload(ApplicationEvent event) {
        return event instanceof PayloadApplicationEvent<?> published ? published.getPayload() : event;
    }

    /**
     * Leaves the delivery that this thread is handing over. Returns false if there is no room and the registry does not
     * have it.
     */
    boolean add(Runnable task) {
        if (waiting.offer(task)) {
            return true;
        }
        var delivery = beingHandedOver.get();
        if (delivery == null) {
            return false;
        }
        try {
            registry.getObject().markFailed(delivery.event(), delivery.listener());
        } catch (RuntimeException failure) {
            log.warn("A delivery to {} counts as lost before it is made again", delivery.listener(), failure);
        }
        return true;
    }

    /** The delivery that has waited longest, if any waits. */
    @Nullable
    Runnable next() {
        return waiting.poll();
    }
}
