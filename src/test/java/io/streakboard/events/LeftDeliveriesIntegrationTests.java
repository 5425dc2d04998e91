package io.streakboard.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.events.Publications.Counts;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.support.Learners;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.support.TransactionTemplate;

class LeftDeliveriesIntegrationTests extends RegistryByHand {

    /** The listeners of an award, those of the example module included. */
    private static final long LISTENERS = 4;

    private final List<Long> learners =
            Stream.generate(Learners::next).limit(20).toList();

    @Autowired
    private LeftDeliveries left;

    @Autowired
    private ThreadPoolTaskExecutor listeners;

    @Autowired
    private TransactionTemplate transactions;

    @Autowired
    private ApplicationEventPublisher events;

    /** A listener publishes more than one thread makes in a turn, while all others are busy. */
    @Test
    void whatNobodyHasTimeForIsDeliveredAsSoonAsSomebodyHas() throws InterruptedException {
        var over = new CountDownLatch(1);
        try {
            keepBusy(over);

            publishInATurn();

            // what has been delivered leaves the registry a moment later
            await("some are made, none is lost")
                    .untilAsserted(() ->
                            assertThat(publications.counts().open()).isBetween(20L, LISTENERS * learners.size() - 1));
        } finally {
            over.countDown();
        }
        await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
        learners.forEach(learner -> assertThat(points(learner)).isEqualTo(10));
    }

    @Test
    void whatThereIsNoRoomForIsDeliveredFromTheRegistry() throws InterruptedException {
        var over = new CountDownLatch(1);
        try {
            keepBusy(over);
            for (int i = 0; i < LeftDeliveries.MOST; i++) {
                assertThat(left.add(() -> {})).isTrue();
            }

            publishInATurn();

            await().untilAsserted(() -> {
                var counts = publications.counts();
                assertThat(counts.failed()).isPositive().isEqualTo(counts.open());
            });
            job.resubmit();
            await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
        } finally {
            over.countDown();
        }
        await("room for the next test").until(() -> left.next() == null);
        learners.forEach(learner -> assertThat(points(learner)).isEqualTo(10));
    }

    private void publishInATurn() {
        Turn.of(() -> transactions.executeWithoutResult(
                status -> learners.forEach(learner -> events.publishEvent(awarded(learner)))));
    }

    private void keepBusy(CountDownLatch over) throws InterruptedException {
        var busy = new CountDownLatch(listeners.getMaxPoolSize());
        for (int tasks = listeners.getMaxPoolSize() + listeners.getQueueCapacity(); tasks > 0; tasks--) {
            if (tasks == listeners.getQueueCapacity()) {
                busy.await();
            }
            listeners.execute(() -> {
                busy.countDown();
                try {
                    over.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private PointsAwarded awarded(long learner) {
        return new PointsAwarded(List.of(
                new Award(learner, seasons.current().id(), "REVIEW", 10, "left-" + learner, 10, 0, time.now(), null)));
    }
}
