package io.streakboard.web.outage;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class StoreWatchTests {

    private static final Duration STRAGGLERS = Duration.ofSeconds(6);

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = new LoggerContext().getLogger("test");
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // it overflows
    private final AtomicInteger doubts = new AtomicInteger();
    private final List<String> written = new ArrayList<>();
    private boolean up = true;
    private final StoreWatch watch = new StoreWatch(
            "Redis",
            () -> {
                if (!up) {
                    throw new DataAccessResourceFailureException(
                            "no answer", new ConnectException("Connection refused"));
                }
            },
            STRAGGLERS,
            doubted -> doubts.incrementAndGet(),
            logger,
            now::get);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @Test
    void tellsOnceThatAStoreIsAwayAndOnceThatItIsBack() {
        up = false;
        fail("A request was answered 503", 2000);
        assertThat(watch.look()).isFalse();
        assertThat(watch.isAway()).isTrue();
        fail("A request was answered 503", 2120);
        fail("A job failed", 7);
        assertThat(watch.look()).isFalse();
        now.addAndGet(Duration.ofMillis(31_400).toNanos());
        up = true;
        assertThat(watch.look()).isFalse();
        assertThat(watch.isAway()).isFalse();
        fail("A job failed", 1);
        assertThat(watch.look()).isFalse();
        now.addAndGet(STRAGGLERS.toNanos());
        assertThat(watch.look()).isTrue();

        assertThat(doubts).hasValue(1);
        assertThat(written).isEmpty();
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Redis is away (java.net.ConnectException: Connection refused): what fails because of it is counted"
                                + " until it is back",
                        "Redis is back after 31.4 s. Meanwhile: A request was answered 503 (4,120), A job failed (8)");
    }

    @Test
    void leavesAFailureToItsOwnLogIfTheStoreAnswers() {
        fail("A request was answered 503", 3);
        fail("A job failed", 1);
        assertThat(watch.look()).isTrue();

        assertThat(lines.list).isEmpty();
        assertThat(written).containsExactly("A request was answered 503: 3", "A job failed: 1");
    }

    @Test
    void beginsAnewAfterAnOutage() {
        up = false;
        fail("A job failed", 5);
        watch.look();
        comeBack();
        fail("A job failed", 1);
        watch.look();

        assertThat(doubts).hasValue(2);
        assertThat(written).containsExactly("A job failed: 1");
    }

    @Test
    void isNotBackWhileItAnswersOnlyNowAndThen() {
        up = false;
        fail("A job failed", 1);
        watch.look();
        up = true;
        watch.look();
        up = false;
        assertThat(watch.look()).isFalse();
        comeBack();

        assertThat(lines.list).hasSize(2);
    }

    @Test
    void hasRoomForAHundredKinds() {
        up = false;
        for (int i = 0; i < 10_000; i++) {
            fail("Kind " + i, 1);
        }
        watch.look();
        comeBack();

        assertThat(lines.list.getLast().getFormattedMessage()).hasSizeLessThan(1000);
    }

    private void comeBack() {
        up = true;
        watch.look();
        now.addAndGet(STRAGGLERS.toNanos());
        assertThat(watch.look()).isTrue();
    }

    private void fail(String kind, int times) {
        for (int i = 0; i < times; i++) {
            watch.failed(kind, number -> written.add(kind + ": " + number));
        }
    }
}
