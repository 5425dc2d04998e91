package io.streakboard.web.log;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;

/** A stack trace in which each message, also of a cause, stays on the line of its exception. */
public class EscapedThrowable extends ExtendedWhitespaceThrowableProxyConverter {

    @Override
    protected String throwableProxyToString(IThrowableProxy throwable) {
        return super.throwableProxyToString(new Escaped(throwable));
    }

    private record Escaped(IThrowableProxy throwable) implements IThrowableProxy {

        private static @Nullable Escaped of(@Nullable IThrowableProxy throwable) {
            return throwable == null ? null : new Escaped(throwable);
        }

        @Override
        public @Nullable String getMessage() {
            var message = throwable.getMessage();
            return message == null ? null : Controls.escaped(message);
        }

        @Override
        public @Nullable String getOverridingMessage() {
            var message = throwable.getOverridingMessage();
            return message == null ? null : Controls.escaped(message);
        }

        @Override
        public @Nullable String getClassName() {
            return throwable.getClassName();
        }

        @Override
        public StackTraceElementProxy[] getStackTraceElementProxyArray() {
            return throwable.getStackTraceElementProxyArray();
        }

        @Override
        public int getCommonFrames() {
            return throwable.getCommonFrames();
        }

        @Override
        public @Nullable IThrowableProxy getCause() {
            return of(throwable.getCause());
        }

        @Override
        public IThrowableProxy @Nullable [] getSuppressed() {
            var suppressed = throwable.getSuppressed();
            if (suppressed == null) {
                return null;
            }
            var escaped = new IThrowableProxy[suppressed.length];
            for (int i = 0; i < escaped.length; i++) {
                escaped[i] = new Escaped(suppressed[i]);
            }
            return escaped;
        }

        @Override
        public boolean isCyclic() {
            return throwable.isCyclic();
        }
    }
}
