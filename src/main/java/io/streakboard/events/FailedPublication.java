package io.streakboard.events;

import io.streakboard.events.Publications.Failed;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.events.core.PublicationTargetIdentifier;
import org.springframework.modulith.events.core.TargetEventPublication;

/** A failed publication in the form in which the registry delivers it again. */
final class FailedPublication implements TargetEventPublication {

    private final Failed row;
    private final UUID id;
    private final Object event;
    private @Nullable Instant completedAt;

    FailedPublication(Failed row, UUID id, Object event) {
        this.row = row;
        this.id = id;
        this.event = event;
    }

    @Override
    public UUID getIdentifier() {
        return id;
    }

    @Override
    public Object getEvent() {
        return event;
    }

    @Override
    public PublicationTargetIdentifier getTargetIdentifier() {
        return PublicationTargetIdentifier.of(row.listener());
    }

    @Override
    public Instant getPublicationDate() {
        return row.publishedAt();
    }

    @Override
    public @Nullable Instant getLastResubmissionDate() {
        return row.triedAt();
    }

    @Override
    public int getCompletionAttempts() {
        return row.attempts();
    }

    @Override
    public Status getStatus() {
        return completedAt == null ? Status.FAILED : Status.COMPLETED;
    }

    @Override
    public Optional<Instant> getCompletionDate() {
        return Optional.ofNullable(completedAt);
    }

    @Override
    public void markCompleted(Instant instant) {
        completedAt = instant;
    }
}
