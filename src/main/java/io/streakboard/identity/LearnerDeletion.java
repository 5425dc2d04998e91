package io.streakboard.identity;

import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes learners: refuses them, then has every module delete its data of them. An instance that does not know of the
 * deletion yet may still write some data; a second round deletes that two minutes later.
 */
@Component
class LearnerDeletion {

    /** Longer than any request or transaction lasts, see the timeouts of the connections. */
    private static final Duration UNDER_WAY = Duration.ofMinutes(2);

    private final DeletedLearners deleted;
    private final LearnerKeys keys;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transactions;
    private final BusinessTime time;

    LearnerDeletion(
            DeletedLearners deleted,
            LearnerKeys keys,
            ApplicationEventPublisher events,
            TransactionTemplate transactions,
            BusinessTime time) {
        this.deleted = deleted;
        this.keys = keys;
        this.events = events;
        this.transactions = transactions;
        this.time = time;
    }

    boolean isDeleted(long learner) {
        return !deleted.among(List.of(learner)).isEmpty();
    }

    /** Starts the deletion of a learner, for the first time or again. Returns when the first one began. */
    Instant delete(long learner) {
        var deletedAt = Objects.requireNonNull(transactions.execute(status -> {
            var added = deleted.add(learner);
            events.publishEvent(event(learner));
            return added;
        }));
        deleted.read();
        return deletedAt;
    }

    @Scheduled(fixedRateString = "${streakboard.deletions.check-interval:30s}")
    @SchedulerLock(name = "repeat-deletions")
    void run() {
        LockAssert.assertLocked();
        repeatBefore(time.now().minus(UNDER_WAY));
    }

    void repeatBefore(Instant instant) {
        deleted.notRepeated(instant)
                .forEach(learner -> transactions.executeWithoutResult(status -> {
                    if (deleted.repeated(learner)) {
                        events.publishEvent(event(learner));
                        keys.delete(learner); // the first time, others still needed it
                    }
                }));
    }

    private LearnerDeleted event(long learner) {
        return new LearnerDeleted(learner, keys.of(List.of(learner)).get(learner));
    }
}
