package io.streakboard.signin;

import java.util.LinkedHashMap;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The module's settings as a properties file would have them, the defaults where nothing is said. */
final class Settings {

    private Settings() {}

    /** @param settings such as {@code ladder=10,20}, without the prefix */
    static SignInProperties of(String... settings) {
        var map = new LinkedHashMap<String, String>();
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            map.put("streakboard.signin." + setting.substring(0, equals), setting.substring(equals + 1));
        }
        return new Binder(new MapConfigurationPropertySource(map))
                .bindOrCreate("streakboard.signin", Bindable.of(SignInProperties.class));
    }
}
