package io.streakboard.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.web.Scripts;
import io.streakboard.web.login.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.json.JsonMapper;

/** The page for admins serves each of its scripts, with all that they import. */
class AdminScriptsTests {

    @Test
    void allAreServedWithWhatTheyImport() throws IOException {
        var page = new AdminPage(new Login(null, null, null, "openid", "openid admin"), new JsonMapper());
        var scripts = new Scripts(name -> {
            var content = page.file(name).getBody();
            return content == null ? null : new String(content, StandardCharsets.UTF_8);
        });

        var files = new PathMatchingResourcePatternResolver().getResources("classpath:static/admin/*.js");

        assertThat(files).hasSizeGreaterThan(20);
        for (var file : files) {
            scripts.assertLinks(String.valueOf(file.getFilename()));
        }
    }
}
