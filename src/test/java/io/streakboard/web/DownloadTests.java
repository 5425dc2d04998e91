package io.streakboard.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletResponse;

@ExtendWith(OutputCaptureExtension.class)
class DownloadTests {

    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @Test
    void aFailureBeforeTheFirstByteHasLeftIsThatOfTheRequest() {
        response.setContentType("text/csv");

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> Download.send(response, answer -> {
                    answer.write(1);
                    throw new IllegalStateException();
                }));
        assertThat(response.getContentAsByteArray()).isEmpty();
        assertThat(response.getContentType()).isNull();
    }

    @Test
    void aLaterFailureBreaksOff() {
        assertThatExceptionOfType(Download.BrokenOff.class)
                .isThrownBy(() -> Download.send(response, answer -> {
                    answer.write(1);
                    answer.flush();
                    throw new IllegalStateException();
                }));
    }

    @Test
    void aClientThatHasGoneIsNoNews(CapturedOutput output) {
        Download.send(response, answer -> {
            throw new IOException("Broken pipe");
        });

        assertThat(output).isEmpty();
    }
}
