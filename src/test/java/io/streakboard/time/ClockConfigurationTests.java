package io.streakboard.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

class ClockConfigurationTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(Time.class)
            .withPropertyValues("streakboard.clock.start=2026-01-31T23:59:50+08:00");

    @Test
    void theClockStartsWhereItIsTold() {
        in("development")
                .run(context -> assertThat(context.getBean(Clock.class).instant())
                        .isCloseTo(Instant.parse("2026-01-31T15:59:50Z"), within(1, ChronoUnit.MINUTES)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "production", "development,production"})
    void outsideDevelopmentAClockThatStartsElsewhereStopsTheStart(String profiles) {
        in(profiles)
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("not for production"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC+8", "+08:00", "Z"})
    void anOffsetIsNoZoneForABrowser(String zone) {
        in("development")
                .withPropertyValues("streakboard.zone=" + zone)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageStartingWith("streakboard.zone: ")
                        .hasMessageEndingWith("is not a region such as Asia/Shanghai or Etc/GMT-8"));
    }

    private ApplicationContextRunner in(String profiles) {
        return application.withPropertyValues("spring.profiles.active=" + profiles);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(TimeProperties.class)
    @Import(ClockConfiguration.class)
    static class Time {}
}
