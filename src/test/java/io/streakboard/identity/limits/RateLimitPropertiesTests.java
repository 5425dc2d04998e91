package io.streakboard.identity.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.limits.RateLimitProperties.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class RateLimitPropertiesTests {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Limits.class);

    @Test
    void servicesMayDoMoreThanLearners() {
        application.run(context -> {
            var limits = context.getBean(RateLimitProperties.class);
            assertThat(limits.enabled()).isTrue();
            assertThat(limits.learner().reads()).isEqualTo(new Limit(200, Duration.ofSeconds(10)));
            assertThat(limits.client().writes().requests())
                    .isGreaterThan(limits.learner().writes().requests());
        });
    }

    @Test
    void aLimitIsWrittenAsRequestsInATime() {
        application
                .withPropertyValues("streakboard.rate-limits.learner.writes=5/1m")
                .run(context -> assertThat(context.getBean(RateLimitProperties.class)
                                .learner()
                                .writes())
                        .isEqualTo(new Limit(5, Duration.ofMinutes(1))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "0/10s", "-1/10s", "5/10ms", "many/10s", "5/10s/10s"})
    void aMalformedLimitStopsTheStart(String limit) {
        application
                .withPropertyValues("streakboard.rate-limits.client.reads=" + limit)
                .run(context -> assertThat(context).hasFailed());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(RateLimitProperties.class)
    static class Limits {}
}
