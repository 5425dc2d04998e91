package io.streakboard.start;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

class StartRefusedTests {

    @Test
    void reasonsAndActionAreShownInsteadOfAStackTrace() {
        var failure = new IllegalStateException(new StartRefused("boards[0].name: is required", "Change it."));

        var analysis = requireNonNull(new StartRefusedAnalyzer().analyze(failure));

        assertThat(analysis.getDescription()).isEqualTo("boards[0].name: is required");
        assertThat(analysis.getAction()).isEqualTo("Change it.");
    }

    @Test
    void springBootAsksTheAnalyzer() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(FailureAnalyzer.class, FailureHandler.handleMessage((message, failure) -> {})))
                .hasAtLeastOneElementOfType(StartRefusedAnalyzer.class);
    }
}
