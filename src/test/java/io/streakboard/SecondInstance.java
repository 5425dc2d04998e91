package io.streakboard;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;

/** Another instance with the properties of the tests' one, and so its databases. */
public final class SecondInstance {

    private SecondInstance() {}

    /**
     * @param properties that differ
     * @param sources beans besides those of the application
     */
    public static ConfigurableApplicationContext start(
            ConfigurableEnvironment environment, Map<String, Object> properties, Class<?>... sources) {
        var application =
                new SpringApplication(Stream.concat(Stream.of(StreakboardApplication.class), Stream.of(sources))
                        .toArray(Class<?>[]::new));
        application.setRegisterShutdownHook(false);
        application.setAdditionalProfiles(environment.getActiveProfiles());
        application.addInitializers(context -> {
            var all = context.getEnvironment().getPropertySources();
            environment.getPropertySources().stream()
                    .filter(source -> source.getName().equals("freshDatabases")
                            || source.getName().equals("Inlined Test Properties"))
                    .toList()
                    .reversed()
                    .forEach(source -> all.addFirst(
                            new MapPropertySource(source.getName(), values((EnumerablePropertySource<?>) source))));
            all.addFirst(new MapPropertySource("of the second instance", properties));
        });
        return application.run();
    }

    private static Map<String, Object> values(EnumerablePropertySource<?> source) {
        var values = new HashMap<String, Object>();
        for (var name : source.getPropertyNames()) {
            values.put(name, source.getProperty(name));
        }
        return values;
    }
}
