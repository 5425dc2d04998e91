package io.streakboard.rulebook;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;

/** Properties that do not change. Boot's own source looks through all properties to find one: too long for thousands. */
final class IndexedProperties implements IterableConfigurationPropertySource {

    private final Map<ConfigurationPropertyName, ConfigurationProperty> byName = new HashMap<>();
    private final Map<ConfigurationPropertyName, List<ConfigurationPropertyName>> below = new HashMap<>();

    /** The property that is being bound: of all names, its binder asks only for those below it. */
    private ConfigurationPropertyName bound = ConfigurationPropertyName.EMPTY;

    IndexedProperties(Map<String, Object> properties) {
        properties.forEach((property, value) -> {
            var name = ConfigurationPropertyName.of(property);
            byName.put(name, new ConfigurationProperty(name, value, null));
            for (var above = name; !above.isEmpty(); ) {
                above = above.getParent();
                below.computeIfAbsent(above, any -> new ArrayList<>()).add(name);
            }
        });
    }

    void bind(ConfigurationPropertyName property) {
        bound = property;
    }

    @Override
    public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
        return byName.get(name);
    }

    @Override
    public ConfigurationPropertyState containsDescendantOf(ConfigurationPropertyName name) {
        return below.containsKey(name) ? ConfigurationPropertyState.PRESENT : ConfigurationPropertyState.ABSENT;
    }

    @Override
    public Stream<ConfigurationPropertyName> stream() {
        return below.getOrDefault(bound, List.of()).stream();
    }
}
