package io.streakboard.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.events.Publications.Counts;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.support.TransactionTemplate;

@IntegrationTest
class LeftDeliveriesIntegrationTests {

    private final List<Long> learners =
            Stream.generate(Learners::next).limit(20).toList();
    private final Publications publications;
    private final LeftDeliveries left;
    private final ResubmissionJob job;
    private final ThreadPoolTaskExecutor listeners;
    private final TransactionTemplate transactions;
    private final ApplicationEventPublisher events;
    private final Seasons seasons;
    private final BusinessTime time;
    private final Api api;

    LeftDeliveriesIntegrationTests(
            Publications publications,
            LeftDeliveries left,
            ResubmissionJob job,
            ThreadPoolTaskExecutor listeners,
            TransactionTemplate transactions,
            ApplicationEventPublisher events,
            Seasons seasons,
            BusinessTime time,
            Api api) {
        this.publications = publications;
        this.left = left;
        this.job = job;
        this.listeners = listeners;
        this.transactions = transactions;
        this.events = events;
        this.seasons = seasons;
        this.time = time;
        this.api = api;
    }

    @BeforeEach
    void awaitWhatOtherTestsLeft() {
        await().untilAsserted(() -> assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0)));
    }

    /** A listener publishes more than one thread makes in a turn, while all others are busy. */
    @Test
    void whatNobodyHasTimeForIsDeliveredAsSoonAsSomebodyHas() throws InterruptedException {
        var over = new CountDownLatch(1);
        try {
            keepBusy(over);

            publishInATurn();

            assertThat(publications.counts().open())
                    .as("some are made, none is lost")
                    .isBetween(20L, 59L);
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

            var counts = publications.counts();
            assertThat(counts.failed()).isPositive().isEqualTo(counts.open());
            job.resubmit();
            assertThat(publications.counts()).isEqualTo(new Counts(0, 0, 0));
        } finally {
            over.countDown();
        }
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
                new Award(learner, seasons.current().id(), "REVIEW", 10, "left-" + learner, 10, 0, time.now())));
    }

    private long points(long learner) {
        return api.learner(learner)
                .get("/api/points/summary")
                .has(200)
                .at("/points")
                .asLong();
    }
}
