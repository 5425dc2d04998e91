package io.streakboard.web.outage;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class AvailabilityProbeTests {

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = new LoggerContext().getLogger("test");
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // it overflows
    private boolean up = true;
    private final AvailabilityProbe probe = new AvailabilityProbe(
            "Redis",
            () -> {
                if (!up) {
                    throw new DataAccessResourceFailureException(
                            "no answer", new ConnectException("Connection refused"));
                }
            },
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
        assertThat(probe.failed()).isTrue();
        assertThat(probe.isAway()).isFalse();
        assertThat(probe.look()).isFalse();
        assertThat(probe.isAway()).isTrue();
        assertThat(probe.failed()).isFalse();
        assertThat(probe.look()).isFalse();
        now.addAndGet(Duration.ofMillis(31_400).toNanos());
        up = true;
        assertThat(probe.look()).isTrue();
        assertThat(probe.isAway()).isFalse();

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Redis is away (java.net.ConnectException: Connection refused): failures that it causes are not"
                                + " logged until it is back",
                        "Redis is back after 31.4 s");
    }

    @Test
    void aFailureOfAStoreThatAnswersTellsNothingOfTheStore() {
        assertThat(probe.failed()).isTrue();
        assertThat(probe.look()).isTrue();
        assertThat(probe.isAway()).isFalse();
        assertThat(probe.failed()).isTrue();

        assertThat(lines.list).isEmpty();
    }
}
