package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class OutOfMemoryTests {

    @Test
    void aJvmThatWouldLiveOnIsWarnedOf(CapturedOutput output) {
        new OutOfMemory(option -> false).warn();

        assertThat(output).contains("WARN").contains("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void aJvmThatEndsIsNot(CapturedOutput output) {
        new OutOfMemory("ExitOnOutOfMemoryError"::equals).warn();
        new OutOfMemory("CrashOnOutOfMemoryError"::equals).warn();

        assertThat(output).doesNotContain("OutOfMemory");
    }

    @Test
    void theJvmOfTestsIsAsked(CapturedOutput output) {
        new OutOfMemory().warn();

        assertThat(output).contains("-XX:+ExitOnOutOfMemoryError");
    }
}
