package io.streakboard.leaderboard.updates;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.updates.Slot.StreamState;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

class EditionPollerTests {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private static final Duration TICK = Duration.ofMillis(10);

    private final Board board = new Board();
    private final EditionPoller poller = new EditionPoller(board, TICK, Duration.ofHours(1));

    @BeforeEach
    void start() {
        poller.start();
    }

    @AfterEach
    void stop() {
        poller.stop();
    }

    @Test
    void whoComesGetsTheStateAndThenEachChange() throws InterruptedException {
        var slot = watch("42");

        assertThat(slot.take(PATIENCE)).isEqualTo(new StreamState("1", "page 1", "standing of 42"));
        board.version.set(2);
        assertThat(slot.take(PATIENCE)).isEqualTo(new StreamState("2", "page 2", "standing of 42"));
    }

    @Test
    void aNameThatChangesComesWithoutANewVersion() throws InterruptedException {
        var impatient = new EditionPoller(board, TICK, TICK);
        var slot = new Slot("42");
        impatient.start();
        impatient.add(slot);
        try {
            await().until(() -> pageAfter(slot).equals("page 1"));
            board.name = " of Ada";
            await().until(() -> pageAfter(slot).equals("page 1 of Ada"));
        } finally {
            impatient.stop();
        }
    }

    private static String pageAfter(Slot slot) throws InterruptedException {
        return requireNonNull(slot.take(PATIENCE)).top();
    }

    @Test
    void aPageIsReadOnceForAllWhoWatch() {
        var slots = IntStream.rangeClosed(1, 1_100).mapToObj(i -> watch("" + i)).toList();

        await().until(() -> slots.stream().noneMatch(Slot::isFresh));
        assertThat(board.pages).hasValue(1);
        board.version.set(2);
        await().until(() -> board.pages.get() == 2);
    }

    @Test
    void aSlotThatNobodyEmptiesHoldsTheLatestOnly() throws InterruptedException {
        var slow = watch("1");
        var reader = watch("2");
        for (int version = 2; version < 20; version++) {
            board.version.set(version);
            var expected = Integer.toString(version);
            await().until(() -> {
                var state = reader.take(PATIENCE);
                return state != null && state.version().equals(expected);
            });
        }

        int polls = board.polls.get();
        await().until(() -> board.polls.get() > polls); // then the last poll has served all
        assertThat(slow.take(PATIENCE)).isEqualTo(new StreamState("19", "page 19", "standing of 1"));
    }

    @Test
    void whoseStreamHangsDoesNotDelayOthers() throws InterruptedException {
        var released = new CountDownLatch(1);
        var stuck = watch("1");
        var hanging = Thread.ofVirtual()
                .start(new EventStream(
                        stuck, text -> awaitUninterrupted(released), null, Duration.ofHours(1), Duration.ofHours(1)));
        var reader = watch("2");

        assertThat(reader.take(PATIENCE)).isNotNull();
        board.version.set(2);
        assertThat(reader.take(PATIENCE)).isEqualTo(new StreamState("2", "page 2", "standing of 2"));
        assertThat(hanging.isAlive()).isTrue();
        stuck.close();
        released.countDown();
        assertThat(hanging.join(Duration.ofSeconds(30))).isTrue();
    }

    /** After Redis lost its data nobody is ranked, and nobody should be told so. */
    @Test
    void whileMembersMayBeMissingViewersKeepTheirStanding() throws InterruptedException {
        var slot = watch("42");
        assertThat(slot.take(PATIENCE)).isEqualTo(new StreamState("1", "page 1", "standing of 42"));

        board.degraded = true;
        board.version.set(2);

        assertThat(slot.take(PATIENCE)).isEqualTo(new StreamState("2", "page 2", "standing of 42"));
        assertThat(watch("7").take(PATIENCE)).isEqualTo(new StreamState("2", "page 2", null));
    }

    @Test
    void goesOnAfterAFailure() throws InterruptedException {
        board.failures.set(2);
        var slot = watch("42");

        assertThat(slot.take(PATIENCE)).isNotNull();
    }

    /** As a version of an edition whose retention has ended: who comes back is told. */
    @Test
    void streamsOfWhatDoesNotExistEnd() {
        var slot = watch("42");
        await().until(() -> !slot.isFresh());

        board.gone.set(true);

        await().until(slot::isClosed);
    }

    /** Others may share the round trip that a look has begun. */
    @Test
    void aLookThatIsUnderWayIsNotBrokenOffWhenTheFeedStops() throws InterruptedException {
        watch("42");
        await().until(() -> board.pages.get() == 1);
        var reading = new CountDownLatch(1);
        var answer = new CountDownLatch(1);
        var outcome = new CompletableFuture<String>();
        board.onPage = () -> {
            reading.countDown();
            try {
                outcome.complete(answer.await(30, TimeUnit.SECONDS) ? "read" : "no answer");
            } catch (InterruptedException stopped) {
                outcome.complete("broken off");
            }
        };
        board.version.set(2);
        reading.await();

        poller.stop();
        answer.countDown();

        assertThat(outcome).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("read");
    }

    @Test
    void aFeedThatStopsLooksNoMore() throws InterruptedException {
        watch("42");
        await().until(() -> board.pages.get() == 1);

        poller.stop();

        assertThat(poller.join(Duration.ofSeconds(30))).isTrue();
    }

    private Slot watch(String member) {
        var slot = new Slot(member);
        poller.add(slot);
        return slot;
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static class Board implements WatchedRanking {

        private final AtomicInteger version = new AtomicInteger(1);
        private final AtomicInteger polls = new AtomicInteger();
        private final AtomicInteger pages = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicBoolean gone = new AtomicBoolean();
        private volatile Runnable onPage = () -> {};
        private volatile boolean degraded;
        private volatile String name = "";

        @Override
        public String version() {
            polls.incrementAndGet();
            if (gone.get()) {
                throw Problem.notFound("There is no such edition");
            }
            if (failures.getAndDecrement() > 0) {
                throw new QueryTimeoutException("Redis is away");
            }
            return version.toString();
        }

        @Override
        public String top() {
            pages.incrementAndGet();
            onPage.run();
            return "page " + version + name;
        }

        @Override
        public Optional<Map<String, String>> standings(Collection<String> members) {
            assertThat(members).hasSizeLessThanOrEqualTo(500);
            return degraded
                    ? Optional.empty()
                    : Optional.of(List.copyOf(members).stream()
                            .collect(toMap(member -> member, member -> "standing of " + member)));
        }
    }
}
