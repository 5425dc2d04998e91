package io.streakboard.events;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Primary;
import org.springframework.modulith.events.EventPublication.Status;
import org.springframework.modulith.events.core.EventPublicationRepository;
import org.springframework.modulith.events.core.PublicationTargetIdentifier;
import org.springframework.modulith.events.core.TargetEventPublication;
import org.springframework.stereotype.Component;

/**
 * Modulith's repository, with three changes: {@link Redelivery} chooses the publications to deliver again, {@link
 * CompletionBatcher} writes the outcomes of deliveries in batches, and the start of a delivery writes nothing. Started
 * and waiting deliveries both count as lost after 30 seconds, so the registry need not tell them apart.
 */
@Component
@Primary
class RegistryRepository implements EventPublicationRepository {

    private final EventPublicationRepository modulith;
    private final Redelivery redelivery;
    private final CompletionBatcher completionBatcher;

    RegistryRepository(
            @Qualifier("jdbcEventPublicationRepository") EventPublicationRepository modulith,
            Redelivery redelivery,
            CompletionBatcher completionBatcher) {
        this.modulith = modulith;
        this.redelivery = redelivery;
        this.completionBatcher = completionBatcher;
    }

    @Override
    public List<TargetEventPublication> findFailedPublications(FailedCriteria criteria) {
        return redelivery.next((int) criteria.getMaxItemsToRead());
    }

    @Override
    public void markProcessing(UUID publication) {}

    @Override
    public void markCompleted(UUID publication, Instant at) {
        if (!completionBatcher.delivered(publication)) {
            modulith.markCompleted(publication, at);
        }
    }

    @Override
    public void markCompleted(Object event, PublicationTargetIdentifier listener, Instant at) {
        modulith.markCompleted(event, listener, at);
    }

    @Override
    public TargetEventPublication create(TargetEventPublication publication) {
        return modulith.create(publication);
    }

    @Override
    public void markFailed(UUID publication) {
        if (!completionBatcher.failed(publication)) {
            modulith.markFailed(publication);
        }
    }

    @Override
    public boolean markResubmitted(UUID publication, Instant at) {
        return modulith.markResubmitted(publication, at);
    }

    @Override
    public int countByStatus(Status status) {
        return modulith.countByStatus(status);
    }

    @Override
    public List<TargetEventPublication> findIncompletePublications() {
        return modulith.findIncompletePublications();
    }

    @Override
    public List<TargetEventPublication> findIncompletePublicationsPublishedBefore(Instant instant) {
        return modulith.findIncompletePublicationsPublishedBefore(instant);
    }

    @Override
    public Optional<TargetEventPublication> findIncompletePublicationsByEventAndTargetIdentifier(
            Object event, PublicationTargetIdentifier listener) {
        return modulith.findIncompletePublicationsByEventAndTargetIdentifier(event, listener);
    }

    @Override
    public void deletePublications(List<UUID> publications) {
        modulith.deletePublications(publications);
    }

    @Override
    public void deleteCompletedPublications() {
        modulith.deleteCompletedPublications();
    }

    @Override
    public void deleteCompletedPublicationsBefore(Instant instant) {
        modulith.deleteCompletedPublicationsBefore(instant);
    }
}
