package io.streakboard.embedded;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Starts the servers of a development run before its context, and stops them after it. */
public final class EmbeddedServersInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        var environment = context.getEnvironment();
        var settings = EmbeddedSettings.of(environment);
        if (!settings.enabled()) {
            return;
        }
        var servers = EmbeddedServers.start(settings);
        // Spring Boot runs these after it has closed the context, on Ctrl-C and SIGTERM too.
        SpringApplication.getShutdownHandlers().add(servers::close);
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("embeddedServers", servers.properties("streakboard", 0)));
    }
}
