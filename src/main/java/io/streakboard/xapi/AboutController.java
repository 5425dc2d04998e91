package io.streakboard.xapi;

import io.streakboard.identity.ForServices;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The about resource of xAPI, where clients look up versions and test their connection. */
@RestController
@ForServices
class AboutController {

    record AboutXapi(List<String> version) {}

    /** The supported versions of xAPI. Answers even if no statements are taken. */
    @GetMapping("/xapi/about")
    AboutXapi about() {
        return new AboutXapi(XapiVersion.ALL);
    }
}
