package io.streakboard.signin;

import java.util.LinkedHashMap;
import java.util.Objects;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.annotation.AnnotationUtils;

/** The module's settings as a properties file would have them, the defaults where nothing is said. */
public final class Settings {

    private Settings() {}

    /**
     * @param type a record of settings
     * @param settings such as {@code ladder=10,20}, without the prefix {@code streakboard.signin}
     */
    public static <T> T of(Class<T> type, String... settings) {
        var map = new LinkedHashMap<String, String>();
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            map.put("streakboard.signin." + setting.substring(0, equals), setting.substring(equals + 1));
        }
        var prefix = Objects.requireNonNull(AnnotationUtils.findAnnotation(type, ConfigurationProperties.class))
                .value();
        return new Binder(new MapConfigurationPropertySource(map)).bindOrCreate(prefix, Bindable.of(type));
    }
}
