package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** A body that is waited for ten seconds, and a second more for each KB. */
class TimedBodyTests {

    private final ApplicationBufferHandler handler = mock();
    private final Client client = new Client();
    private final TimedBody body =
            new TimedBody(client, Duration.ofSeconds(10), DataSize.ofKilobytes(1), () -> client.now);

    /** Sends so many bytes each time, and takes so long for them. */
    private static class Client implements InputBuffer {

        private int bytes;
        private Duration pause = Duration.ZERO;
        private long now;

        @Override
        public int doRead(ApplicationBufferHandler handler) {
            now += pause.toNanos();
            return bytes;
        }

        @Override
        public int available() {
            return 0;
        }
    }

    private void sends(int bytes, Duration pause) {
        client.bytes = bytes;
        client.pause = pause;
    }

    @Test
    void aByteNowAndThenIsNotEnough() throws IOException {
        sends(1, Duration.ofSeconds(3));
        for (int i = 0; i < 4; i++) {
            body.doRead(handler);
        }

        assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> body.doRead(handler));
    }

    @Test
    void aLongBodyMayTakeLong() throws IOException {
        sends(2048, Duration.ofSeconds(2));
        for (int i = 0; i < 100_000; i++) {
            assertThat(body.doRead(handler)).isEqualTo(2048);
        }
    }

    @Test
    void whatTheServerTakesIsNotTheClientsFault() throws IOException {
        sends(1, Duration.ZERO);
        body.doRead(handler);
        client.now += Duration.ofHours(1).toNanos();

        assertThat(body.doRead(handler)).isOne();
    }

    @Test
    void theEndGivesNoTime() throws IOException {
        sends(-1, Duration.ofSeconds(11));

        assertThat(body.doRead(handler)).isEqualTo(-1);
        assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> body.doRead(handler));
    }
}
