package io.streakboard.web.log;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** The message of a log event, on one line whatever it contains. */
public class EscapedMessage extends MessageConverter {

    @Override
    public String convert(ILoggingEvent event) {
        return Controls.escaped(super.convert(event));
    }
}
