package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

/** Clients that read at a certain rate, and are waited for ten seconds and a second for each 16 KB. */
class TimedAnswerTests {

    private long now;
    private long nanosAByte;
    private long longest;

    private final TimedAnswer answer = new TimedAnswer(
            new MockHttpServletResponse() {
                @Override
                public ServletOutputStream getOutputStream() {
                    return new Client();
                }
            },
            TransferTime.whileMoving(Duration.ofSeconds(10), () -> now));

    private class Client extends ServletOutputStream {

        @Override
        public void write(int value) {
            now += nanosAByte;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            now += nanosAByte * length;
            longest = Math.max(longest, length);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }
    }

    private void reads(long bytesASecond) {
        nanosAByte = 1_000_000_000 / bytesASecond;
    }

    @Test
    void whoReadsSlowlyGetsNoMore() {
        reads(1_000);

        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> answer.getOutputStream().write(new byte[1_000_000]));
        assertThat(now).isLessThan(Duration.ofSeconds(20).toNanos());
        assertThat(answer.isBrokenOff()).isTrue();
    }

    @Test
    void whoGoesOnReadingGetsAll() throws IOException {
        reads(16 * 1024);

        answer.getOutputStream().write(new byte[1_000_000]);
        answer.getOutputStream().write(1);

        assertThat(longest).isEqualTo(8 * 1024);
        assertThat(answer.isBrokenOff()).isFalse();
    }
}
