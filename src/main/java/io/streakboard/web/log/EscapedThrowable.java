package io.streakboard.web.log;

import static java.util.stream.Collectors.joining;

import ch.qos.logback.classic.spi.IThrowableProxy;
import java.util.regex.Pattern;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;

/** A stack trace that keeps each message, including messages of causes, on the line of its exception. */
public class EscapedThrowable extends ExtendedWhitespaceThrowableProxyConverter {

    /**
     * The beginning of a stack trace's line. A message could contain it, but no other line of the log begins with it.
     */
    private static final Pattern LINE = Pattern.compile("\\A\\R|\\R(?=\\t|Caused by: |$)");

    @Override
    protected String throwableProxyToString(IThrowableProxy throwable) {
        return LINE.splitAsStream(super.throwableProxyToString(throwable))
                .map(EscapedThrowable::escaped)
                .collect(joining(System.lineSeparator(), "", System.lineSeparator()));
    }

    /** The tabs show its depth. */
    private static String escaped(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == '\t') {
            indent++;
        }
        return line.substring(0, indent) + ControlCharacters.escaped(line.substring(indent));
    }
}
