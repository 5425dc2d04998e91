package io.streakboard.web.overload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@ExtendWith(OutputCaptureExtension.class)
class ProxyReminderTests {

    private static final String LINE = "No proxy is declared by server.forward-headers-strategy";

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(ServerProperties.class)
    @Import(ProxyReminder.class)
    static class Port {}

    @Test
    void productionWithoutAProxySaysSoOnce(CapturedOutput output) {
        start("production", "server.port=8080");

        assertThat(output.toString()).containsOnlyOnce(LINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.forward-headers-strategy=native", "spring.main.cloud-platform=kubernetes"})
    void aDeclaredProxyNeedsNoReminder(String declaration, CapturedOutput output) {
        start("production", declaration);

        assertThat(output.toString()).doesNotContain(LINE);
    }

    @Test
    void norDoesDevelopment(CapturedOutput output) {
        start("development", "server.port=8080");

        assertThat(output.toString()).doesNotContain(LINE);
    }

    private static void start(String profile, String property) {
        new SpringApplicationBuilder(Port.class)
                .web(WebApplicationType.NONE)
                .profiles(profile)
                .properties("spring.config.location=optional:classpath:/none/", property)
                .run()
                .close();
    }
}
