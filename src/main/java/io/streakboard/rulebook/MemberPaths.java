package io.streakboard.rulebook;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** The members of a document by the properties to which they are mapped, and the other way round. */
final class MemberPaths {

    private static final Pattern DASHED = Pattern.compile("-([a-z0-9])");

    /** JSON Pointers by property. */
    private final Map<String, String> paths = new LinkedHashMap<>();

    void put(String property, String path) {
        paths.put(property, path);
    }

    /** The property of a path, or of the nearest path that holds it. */
    String property(String path) {
        for (var above = path; !above.isEmpty(); above = above.substring(0, above.lastIndexOf('/'))) {
            var property = "";
            for (var each : paths.entrySet()) {
                if (each.getValue().equals(above)) {
                    if (above.equals(path)) {
                        return each.getKey();
                    }
                    property = each.getKey(); // of an element the last one: its key comes first
                }
            }
            if (!property.isEmpty()) {
                return property
                        + Stream.of(path.substring(above.length()).split("/"))
                                .map(DataObjectPropertyName::toDashedForm)
                                .collect(joining("."));
            }
        }
        return path;
    }

    /** The path of a property, or of the nearest property that holds it. */
    String path(String property) {
        for (var name = property; !name.isEmpty(); name = parent(name)) {
            var path = paths.get(name);
            if (path != null) {
                var rest = property.substring(name.length());
                return path + (rest.matches("\\.[a-z0-9-]+") ? "/" + camelCase(rest.substring(1)) : "");
            }
        }
        return "";
    }

    private static String parent(String name) {
        return name.substring(0, Math.max(0, Math.max(name.lastIndexOf('.'), name.lastIndexOf('['))));
    }

    static String camelCase(String property) {
        return DASHED.matcher(property).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }
}
