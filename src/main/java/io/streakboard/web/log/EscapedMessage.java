package io.streakboard.web.log;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/**
 * The message of a line, on one line whatever is in it. Why the application did not start is left as it is: that is
 * some lines for people, and no client has sent anything by then.
 */
public class EscapedMessage extends MessageConverter {

    private static final String FAILED_START = "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter";

    @Override
    public String convert(ILoggingEvent event) {
        var message = super.convert(event);
        return event.getLoggerName().equals(FAILED_START) ? message : Controls.escaped(message);
    }
}
