package io.streakboard.web;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.streakboard.web.log.EscapedMessage;
import io.streakboard.web.log.EscapedThrowable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The log lines while it is open, each event as the application's patterns write it. */
final class CapturedLog implements AutoCloseable {

    record Line(Level level, String text) {}

    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final PatternLayoutEncoder encoder = encoder();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

        @Override
        protected void append(ILoggingEvent event) {
            lines.add(new Line(event.getLevel(), new String(encoder.encode(event), StandardCharsets.UTF_8)));
        }
    };

    CapturedLog() {
        appender.setContext(context);
        appender.start();
        context.getLogger("ROOT").addAppender(appender);
    }

    /** As {@code logback-escaping.xml} does. */
    private PatternLayoutEncoder encoder() {
        var made = new PatternLayoutEncoder() {

            @Override
            public void start() {
                var layout = new PatternLayout();
                layout.setContext(context);
                layout.getInstanceConverterMap().put("m", EscapedMessage::new);
                layout.getInstanceConverterMap().put("wEx", EscapedThrowable::new);
                layout.setPattern(getPattern());
                layout.start();
                this.layout = layout;
                this.started = true;
            }
        };
        made.setContext(context);
        made.setCharset(StandardCharsets.UTF_8);
        made.setPattern("%p %logger %m%n%wEx");
        made.start();
        return made;
    }

    List<Line> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        context.getLogger("ROOT").detachAppender(appender);
        appender.stop();
    }
}
