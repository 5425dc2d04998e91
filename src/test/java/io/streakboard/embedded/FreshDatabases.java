package io.streakboard.embedded;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Gives every Spring context that a test opens databases of its own: {@link WithFreshDatabases}. */
final class FreshDatabases implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("freshDatabases", SharedServers.freshDatabasesOfContext()));
    }
}
