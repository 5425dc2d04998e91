package io.streakboard.web.log;

import static java.util.stream.Collectors.joining;

import ch.qos.logback.classic.spi.IThrowableProxy;
import java.util.regex.Pattern;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;

/** A stack trace in which each message, also of a cause, stays on the line of its exception. */
public class EscapedThrowable extends ExtendedWhitespaceThrowableProxyConverter {

    /** What a line of a stack trace begins with. A message could contain it, but no other line of the log. */
    private static final Pattern LINE = Pattern.compile("\\A\\R|\\R(?=\\t|Caused by: |$)");

    @Override
    protected String throwableProxyToString(IThrowableProxy throwable) {
        return LINE.splitAsStream(super.throwableProxyToString(throwable))
                .map(EscapedThrowable::escaped)
                .collect(joining(System.lineSeparator(), "", System.lineSeparator()));
    }

    /** Its tabs tell how deep it is. */
    private static String escaped(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == '\t') {
            indent++;
        }
        return line.substring(0, indent) + Controls.escaped(line.substring(indent));
    }
}
