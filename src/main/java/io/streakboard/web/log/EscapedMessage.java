package io.streakboard.web.log;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.jspecify.annotations.Nullable;

/**
 * Keeps any message on one line. The explanation of a failed start is left unchanged: it has several lines for people,
 * and contains no client text.
 */
public class EscapedMessage extends MessageConverter {

    private static final String FAILED_START = "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter";

    @Override
    public @Nullable String convert(ILoggingEvent event) {
        var message = super.convert(event);
        return message == null || event.getLoggerName().equals(FAILED_START)
                ? message
                : ControlCharacters.escaped(message);
    }
}
