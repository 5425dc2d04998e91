package io.streakboard.web.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** With the application's own rules, behind Boot's. */
class EscapedLogTests {

    private static final String FORGED = "x\r\n2026-11-21 ERROR forged\u001b[2J\u2028\ud800\u202e";

    private final LoggerContext context = new LoggerContext();
    private final OutputStreamAppender<ILoggingEvent> console;
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    EscapedLogTests() throws JoranException {
        var configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(new ByteArrayInputStream("""
                <configuration>
                    <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
                    <include resource="logback-escaping.xml"/>
                    <appender name="CONSOLE" class="ch.qos.logback.core.ConsoleAppender">
                        <encoder>
                            <pattern>%p %m%n%wEx</pattern>
                            <charset>UTF-8</charset>
                        </encoder>
                    </appender>
                    <root level="INFO">
                        <appender-ref ref="CONSOLE"/>
                    </root>
                </configuration>
                """.getBytes(StandardCharsets.UTF_8)));
        var root = context.getLogger("ROOT");
        console = (OutputStreamAppender<ILoggingEvent>) root.getAppender("CONSOLE");
        root.detachAppender(console);
        events.start();
        root.addAppender(events);
    }

    @Test
    void aMessageStaysOnItsLine() {
        context.getLogger("test").warn("there is no season {}", FORGED);

        assertThat(text())
                .isEqualTo("WARN there is no season x\\u000d\\u000a2026-11-21 ERROR forged\\u001b[2J\\u2028"
                        + "\\ud800\\u202e" + System.lineSeparator());
    }

    @Test
    void theMessagesOfAFailureAndItsCausesStayOnTheirLines() {
        var failure = new IllegalStateException(FORGED, new IllegalArgumentException(FORGED));
        failure.addSuppressed(new IllegalStateException(FORGED));

        context.getLogger("test").error("failed", failure);

        assertThat(text().lines())
                .noneMatch(line -> line.startsWith("2026"))
                .anyMatch(line -> line.startsWith("java.lang.IllegalStateException: x\\u000d\\u000a2026"))
                .anyMatch(line -> line.startsWith("Caused by: java.lang.IllegalArgumentException: x\\u000d\\u000a2026"))
                .anyMatch(line -> line.contains("at io.streakboard.web.log.EscapedLogTests"));
        assertThat(text().replaceAll("[\\n\\t]", "").chars()).noneMatch(Character::isISOControl);
    }

    @Test
    void aFailureWithoutAMessageIsToldAsWell() {
        context.getLogger("test").error(null, new IllegalStateException());

        assertThat(text()).contains("java.lang.IllegalStateException");
    }

    @Test
    void harmlessTextIsLeftUnchanged() {
        context.getLogger("test").info("Grüße, 你好, \ud83d\ude00");

        assertThat(text()).isEqualTo("INFO Grüße, 你好, \ud83d\ude00" + System.lineSeparator());
    }

    @Test
    void whyTheApplicationDidNotStartIsReadable() {
        context.getLogger("org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter")
                .error("Description:\nthere is no issuer");

        assertThat(text()).isEqualTo("ERROR Description:\nthere is no issuer" + System.lineSeparator());
    }

    private String text() {
        return events.list.stream()
                .map(event -> new String(console.getEncoder().encode(event), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }
}
