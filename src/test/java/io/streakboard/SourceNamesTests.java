package io.streakboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a class of its name Maven takes a source for a new one, and compiles all of them each time. */
class SourceNamesTests {

    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java"})
    void eachSourceHasAClassOfItsName(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".java")))
                    .hasSizeGreaterThan(100)
                    .allSatisfy(file -> assertThat(getClass().getResource(classOf(folder, file)))
                            .isNotNull());
        }
    }

    private static String classOf(Path folder, Path file) {
        return "/" + folder.relativize(file).toString().replace('\\', '/').replace(".java", ".class");
    }
}
