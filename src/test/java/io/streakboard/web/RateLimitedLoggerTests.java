package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

class RateLimitedLoggerTests {

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = new LoggerContext().getLogger("test");
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // it overflows
    private final RateLimitedLogger log = new RateLimitedLogger(logger, now::get);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @Test
    void writesOneLineInTenSecondsOfAKindAndCountsTheOthers() {
        for (int i = 0; i < 1000; i++) {
            log.warn("no answer", new QueryTimeoutException("away"));
        }
        now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        log.warn("no answer", new QueryTimeoutException("still away"));

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "no answer: org.springframework.dao.QueryTimeoutException: away",
                        "no answer: org.springframework.dao.QueryTimeoutException: still away"
                                + " (999 more like this were left out)");
    }

    @Test
    void anExampleMakesNoKind() {
        log.failure("not rebuilt: ", "board-1", new QueryTimeoutException("away"));
        log.failure("not rebuilt: ", "board-2", new QueryTimeoutException("away"));

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("not rebuilt: board-1: org.springframework.dao.QueryTimeoutException: away");
    }

    @Test
    void tellsTheRootCause() {
        var refused = new IllegalStateException("CLUSTERDOWN Hash slot not served");
        log.warn("no answer", new QueryTimeoutException("Error in execution", new RuntimeException(refused)));

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "no answer: org.springframework.dao.QueryTimeoutException: Error in execution, because of"
                                + " java.lang.IllegalStateException: CLUSTERDOWN Hash slot not served");
    }

    @Test
    void holdsBackNoOtherKind() {
        log.warn("no answer", new QueryTimeoutException("away"));
        log.warn("no lock", new QueryTimeoutException("away"));
        log.error("a defect", new IllegalStateException("first"));
        log.error("a defect", new IllegalStateException("again"));
        log.error("a defect", new IllegalArgumentException("another"));

        assertThat(lines.list)
                .extracting(ILoggingEvent::getLevel)
                .containsExactly(Level.WARN, Level.WARN, Level.ERROR, Level.ERROR);
    }

    @Test
    void leavesTheStackTraceOutWhenAStoreIsAway() {
        log.failure("a job failed", new QueryTimeoutException("away"));
        log.failure("no lock", new IllegalStateException(new QueryTimeoutException("away")));
        log.failure("a job failed", new IllegalStateException("a defect"));

        assertThat(lines.list)
                .extracting(event -> event.getThrowableProxy() != null)
                .containsExactly(false, false, true);
    }
}
