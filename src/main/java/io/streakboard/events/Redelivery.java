package io.streakboard.events;

import io.streakboard.events.Publications.Failed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.modulith.events.core.EventSerializer;
import org.springframework.modulith.events.core.TargetEventPublication;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/**
 * Reads the publications to deliver again, in place of Modulith's repository. Modulith always reads the oldest first,
 * so a batch of events whose class is gone would hold up all others, and an event that is not JSON would fail the whole
 * read. Here the least recently tried publications come first. A read of an undeliverable publication counts as a try,
 * until it is parked.
 */
@Component
class Redelivery {

    private static final Logger log = LoggerFactory.getLogger(Redelivery.class);

    private sealed interface Content {}

    private record Deliverable(UUID id, Object event) implements Content {}

    private record Undeliverable(String reason) implements Content {}

    private final Publications publications;
    private final EventSerializer serializer;
    private final Listeners listeners;

    Redelivery(Publications publications, EventSerializer serializer, Listeners listeners) {
        this.publications = publications;
        this.serializer = serializer;
        this.listeners = listeners;
    }

    List<TargetEventPublication> next(int most) {
        var ids = listeners.ids();
        var deliverable = new ArrayList<TargetEventPublication>();
        var undeliverable = new ArrayList<String>();
        for (var failed : publications.failed(most)) {
            switch (read(failed, ids)) {
                case Deliverable content ->
                    deliverable.add(new FailedPublication(failed, content.id(), content.event()));
                case Undeliverable content -> {
                    log.warn("Event publication {} cannot be delivered: {}", failed.id(), content.reason());
                    undeliverable.add(failed.id());
                }
            }
        }
        publications.countTry(undeliverable);
        return deliverable;
    }

    /** The reason for parking a publication. */
    String reason(Failed failed) {
        return switch (read(failed, listeners.ids())) {
            case Deliverable content -> "the listener failed " + failed.attempts() + " times, see the log";
            case Undeliverable content -> content.reason();
        };
    }

    private Content read(Failed failed, Set<String> ids) {
        var faults = new ArrayList<String>();
        if (!ids.contains(failed.listener())) {
            faults.add("there is no listener " + failed.listener());
        }
        var type = type(failed.eventType());
        if (type == null) {
            faults.add("there is no class " + failed.eventType());
        }
        if (type == null || !faults.isEmpty()) {
            return new Undeliverable(String.join("; ", faults));
        }
        try {
            return new Deliverable(UUID.fromString(failed.id()), serializer.deserialize(failed.json(), type));
        } catch (RuntimeException unreadable) {
            return new Undeliverable("the event cannot be read: " + unreadable.getMessage());
        }
    }

    private static @Nullable Class<?> type(String name) {
        try {
            return ClassUtils.forName(name, Redelivery.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError gone) {
            return null;
        }
    }
}
