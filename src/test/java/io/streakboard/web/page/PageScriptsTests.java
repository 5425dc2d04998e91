package io.streakboard.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.web.Scripts;
import java.io.IOException;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

/** The learners' page serves each of its scripts, with all that they import. */
class PageScriptsTests {

    @Test
    void allAreServedWithWhatTheyImport() throws IOException {
        var served = new HashMap<String, String>();
        for (var file : LearnersPage.resources()) {
            served.put(String.valueOf(file.getFilename()), new String(LearnersPage.content(file), UTF_8));
        }
        var scripts = new Scripts(served::get);

        assertThat(served).hasSizeGreaterThan(20);
        for (var name : served.keySet()) {
            if (name.endsWith(".js")) {
                scripts.assertLinks(name);
            }
        }
    }
}
