package io.streakboard.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;

/** Adds the boards of the demo, if there is one. */
public final class DemoSettings implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        var environment = context.getEnvironment();
        if (environment.getProperty("streakboard.demo", boolean.class, false)) {
            try {
                new YamlPropertySourceLoader()
                        .load("demo", new ClassPathResource("demo.yaml"))
                        .forEach(environment.getPropertySources()::addLast);
            } catch (IOException missing) {
                throw new UncheckedIOException(missing);
            }
        }
    }
}
