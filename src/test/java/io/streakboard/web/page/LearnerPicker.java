package io.streakboard.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streakboard.web.LearnerTexts;
import java.io.IOException;
import org.springframework.context.annotation.Profile;
import org.springframework.core.io.ClassPathResource;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** In place of a login: the learners' page asks who is there. It stands among the tests, as the tokens do. */
@RestController
@Profile("development & !production")
@PreAuthorize("permitAll")
class LearnerPicker {

    private final LearnerTexts learners;

    LearnerPicker(LearnerTexts learners) {
        this.learners = learners;
    }

    @GetMapping(path = "/dev/someone.js", produces = "text/javascript;charset=UTF-8")
    String picker() throws IOException {
        return new ClassPathResource("dev/someone.js")
                .getContentAsString(UTF_8)
                .replace("const TEXTS = false", "const TEXTS = " + learners.areTexts());
    }

    @GetMapping(path = "/dev/learners.json", produces = "application/json")
    String learners() throws IOException {
        return new ClassPathResource("dev/learners.json").getContentAsString(UTF_8);
    }
}
