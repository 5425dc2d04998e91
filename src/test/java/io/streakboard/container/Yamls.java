package io.streakboard.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The documents of YAML files, and the variables of the environment that they may set. */
final class Yamls {

    private static final JsonMapper JSON = new JsonMapper();

    private Yamls() {}

    static List<JsonNode> read(Path file) {
        try (var text = Files.newBufferedReader(file)) {
            return StreamSupport.stream(new Yaml().loadAll(text).spliterator(), false)
                    .map(document -> (JsonNode) JSON.valueToTree(document))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** All properties of the application and its libraries, as variables of the environment. */
    static Set<String> variables() throws IOException {
        return Collections.list(
                        Yamls.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))
                .stream()
                .flatMap(Yamls::properties)
                .map(name -> name.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", ""))
                .collect(Collectors.toSet());
    }

    private static Stream<String> properties(URL metadata) {
        try (var content = metadata.openStream()) {
            return StreamSupport.stream(
                            JSON.readTree(content).path("properties").spliterator(), false)
                    .map(property -> property.path("name").asString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
