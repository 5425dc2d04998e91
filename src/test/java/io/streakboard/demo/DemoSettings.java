package io.streakboard.demo;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.ClassPathResource;

/** Adds the settings of the demo, if there is one: among them a key that signs badges until the application ends. */
public final class DemoSettings implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        var environment = context.getEnvironment();
        if (environment.getProperty("streakboard.demo", boolean.class, false)) {
            var settings = environment.getPropertySources();
            try {
                new YamlPropertySourceLoader()
                        .load("demo", new ClassPathResource("demo.yaml"))
                        .forEach(settings::addLast);
            } catch (IOException missing) {
                throw new UncheckedIOException(missing);
            }
            settings.addLast(new MapPropertySource("demo-key", Map.of("streakboard.badges.key", key())));
        }
    }

    private static String key() {
        try {
            return new ECKeyGenerator(Curve.P_256).generate().toJSONString();
        } catch (JOSEException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
