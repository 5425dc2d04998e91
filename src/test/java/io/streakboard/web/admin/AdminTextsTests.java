package io.streakboard.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The page for admins has all its texts in Chinese, with the same values in them. */
class AdminTextsTests {

    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
    private static final Pattern SAID = Pattern.compile("\\b(?:say|sayOf|button|plain)\\((?:\\w+ \\? )?" + TEXT);
    private static final Pattern OTHER = Pattern.compile("\\bsay(?:Of)?\\([^;{}\"]*" + TEXT + "[,:\\s]+" + TEXT);
    private static final Pattern HEADINGS = Pattern.compile("table\\(\\[([^\\]]*)]");
    private static final Pattern IN_PAGE = Pattern.compile(">([^<]+)<");
    private static final Pattern TRANSLATED = Pattern.compile(TEXT + ":\\s*" + TEXT);
    private static final Pattern VALUE = Pattern.compile("\\{\\w+}");

    /** Names, which are the same in all languages. */
    private static final List<String> NAMES = List.of("Streakboard", "admin", "Redis");

    @Test
    void allAreThere() throws IOException {
        var said = new TreeSet<String>();
        for (var file : new PathMatchingResourcePatternResolver().getResources("classpath:static/admin/*.js")) {
            var name = String.valueOf(file.getFilename());
            if (!name.startsWith("rule") && !name.startsWith("words")) {
                var script = file.getContentAsString(StandardCharsets.UTF_8);
                texts(SAID, script).forEach(said::add);
                texts(OTHER, script).forEach(said::add);
                texts(HEADINGS, script)
                        .flatMap(headings -> texts(Pattern.compile(TEXT), headings))
                        .forEach(said::add);
            }
        }
        var page = read("index.html");
        texts(IN_PAGE, page.substring(page.indexOf("<body>")))
                .map(text -> text.strip().replaceAll("\\s+", " "))
                .forEach(said::add);
        said.removeIf(text -> !text.matches(".*[A-Za-z].*") || NAMES.contains(text));

        assertThat(said).hasSizeGreaterThan(300);
        assertThat(TRANSLATED.matcher(chinese()).results().map(found -> found.group(1)))
                .containsAll(said);
    }

    @Test
    void theyHaveTheSameValues() throws IOException {
        assertThat(TRANSLATED.matcher(chinese()).results().toList())
                .hasSizeGreaterThan(300)
                .allSatisfy(found ->
                        assertThat(values(found.group(2))).as(found.group(1)).isEqualTo(values(found.group(1))));
    }

    /** The group of texts; others are named by keys. */
    private static String chinese() throws IOException {
        var words = read("words.zh.js");
        return words.substring(words.indexOf(" label: {"));
    }

    private static TreeSet<String> values(String text) {
        var values = new TreeSet<String>();
        VALUE.matcher(text).results().forEach(found -> values.add(found.group()));
        return values;
    }

    private static Stream<String> texts(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .flatMap(found -> Stream.iterate(1, group -> group + 1)
                        .limit(found.groupCount())
                        .map(found::group));
    }

    private static String read(String name) throws IOException {
        return new ClassPathResource("static/admin/" + name).getContentAsString(StandardCharsets.UTF_8);
    }
}
