package io.streakboard.web.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the learners' page says, in both languages. */
class DictionaryTests {

    private static final Path FOLDER = Path.of("src/main/resources/static/streakboard");
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

    /** Keys that scripts put together from what the API answers. */
    private static final Pattern PUT_TOGETHER = Pattern.compile("`([a-z]+)\\.\\$\\{");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA, JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
            .build();

    @Test
    void bothLanguagesHaveTheSameKeys() throws IOException {
        assertThat(words("zh").keySet()).containsExactlyElementsOf(words("en").keySet());
    }

    @Test
    void bothLanguagesNameTheSameValues() throws IOException {
        var chinese = words("zh");

        words("en")
                .forEach((key, english) -> assertThat(places(requireNonNull(chinese.get(key))))
                        .as(key)
                        .isSubsetOf(places(english))
                        .containsAll(without(places(english), "n")));
    }

    @Test
    void everyKeyIsUsed() throws IOException {
        var used = sources();
        var families = PUT_TOGETHER
                .matcher(used)
                .results()
                .map(found -> found.group(1) + ".")
                .collect(Collectors.toSet());

        assertThat(words("en").keySet())
                .filteredOn(key -> families.stream().noneMatch(key::startsWith))
                .allSatisfy(key -> assertThat(used).contains("\"" + key + "\""));
    }

    @Test
    void everyKeyThatIsUsedIsThere() throws IOException {
        var said = Pattern.compile("say\\(\"([^\"]+)\"|data-word=\"([^\"]+)\"").matcher(sources());

        assertThat(said.results().map(found -> found.group(1) == null ? found.group(2) : found.group(1)))
                .hasSizeGreaterThan(50)
                .allSatisfy(key -> assertThat(words("en")).containsKey(key));
    }

    private static TreeSet<String> places(JsonNode said) {
        return PLACE.matcher(said.toString())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static TreeSet<String> without(TreeSet<String> places, String place) {
        places.remove(place);
        return places;
    }

    /** By group and name: "today.done". */
    private static Map<String, JsonNode> words(String language) throws IOException {
        var script = Files.readString(FOLDER.resolve("words." + language + ".js"));
        var words = new LinkedHashMap<String, JsonNode>();
        JSON.readTree(script.replaceFirst("export default ", "").replaceFirst(";\\s*$", ""))
                .forEachEntry(
                        (group, names) -> names.forEachEntry((name, said) -> words.put(group + "." + name, said)));
        return words;
    }

    /** All that can use a key. */
    private static String sources() throws IOException {
        try (var files = Files.list(FOLDER)) {
            var read = new StringBuilder();
            for (var file : files.filter(DictionaryTests::canSay).toList()) {
                read.append(Files.readString(file));
            }
            return read.toString();
        }
    }

    private static boolean canSay(Path file) {
        var name = file.getFileName().toString();
        return name.matches(".*\\.(js|html)") && !name.matches("words\\.\\w+\\.js");
    }
}
