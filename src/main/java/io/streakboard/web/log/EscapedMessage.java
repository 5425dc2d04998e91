package io.streakboard.web.log;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;

/** The message of a line, on one line whatever is in it. */
public class EscapedMessage extends MessageConverter {

    @Override
    public String convert(ILoggingEvent event) {
        return Controls.escaped(super.convert(event));
    }
}
