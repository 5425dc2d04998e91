package io.streakboard.signin.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.journal.DrainThrottle.Load;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainThrottleTests {

    @ParameterizedTest
    @CsvSource({
        "0.95, 0.90, true", // alone on its machine
        "1.00, 0.30, true", // with its servers on the same machine
        "0.30, 0.20, false", // callers wait for a server that answers late
        "0.60, 0.55, false",
        "1.00, 0.05, false", // neighbours have the processors
        "-1, -1, true", // unknown
    })
    void callersWaitForProcessorsIfNearlyAllAreUsedAndAGoodPartByThisInstance(
            double machine, double instance, boolean busy) {
        assertThat(new Load(machine, instance).busy()).isEqualTo(busy);
    }
}
