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
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.ResolvableType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.support.TransactionTemplate;

class RejectedDeliveryHandlerIntegrationTests extends RegistryByHand {

    private final List<Long> learners =
            Stream.generate(Learners::next).limit(20).toList();

    @Autowired
    private ThreadPoolTaskExecutor threads;

    @Autowired
    private Listeners listeners;

    @Autowired
    private TransactionTemplate transactions;

    @Autowired
    private ApplicationEventPublisher events;

    @Test
    void deliveriesWithoutAThreadWaitInTheRegistry() throws InterruptedException {
        whileAllThreadsAreBusy(() -> {
            publish();

            long deliveries = listenersOfAwards() * learners.size();
            await().untilAsserted(
                            () -> assertThat(publications.counts()).isEqualTo(new Counts(deliveries, deliveries, 0)));
        });
        job.resubmit();
        await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
        learners.forEach(learner -> assertThat(points(learner)).isEqualTo(10));
    }

    /** Without the one that listens only while a board is fed by the ledger. */
    private long listenersOfAwards() {
        var awards = ResolvableType.forClassWithGenerics(PayloadApplicationEvent.class, PointsAwarded.class);
        return listeners.all().stream()
                .filter(listener -> ((GenericApplicationListener) listener).supportsEventType(awards))
                .filter(listener -> !listener.toString().contains("LedgerListener"))
                .count();
    }

    private void publish() {
        transactions.executeWithoutResult(status -> learners.forEach(learner -> events.publishEvent(awarded(learner))));
    }

    private void whileAllThreadsAreBusy(Runnable work) throws InterruptedException {
        var over = new CountDownLatch(1);
        try {
            keepBusy(over);
            work.run();
        } finally {
            over.countDown();
        }
    }

    private void keepBusy(CountDownLatch over) throws InterruptedException {
        var busy = new CountDownLatch(threads.getMaxPoolSize());
        for (int tasks = threads.getMaxPoolSize() + threads.getQueueCapacity(); tasks > 0; tasks--) {
            if (tasks == threads.getQueueCapacity()) {
                busy.await();
            }
            threads.execute(() -> {
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
        return new PointsAwarded(List.of(new Award(
                learner,
                seasons.current().id(),
                "REVIEW",
                10,
                "overflow-" + learner,
                10,
                0,
                time.now(),
                null,
                null,
                null)));
    }
}
