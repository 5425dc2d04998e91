package io.streakboard.web.page;

import java.net.URI;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param enabled whether the page for learners and its parts are served
 * @param pictures the origins from which the page loads pictures of learners and badges, such as {@code
 *     https://cdn.example.org}, which then learn who views them; none: it shows no pictures
 */
@ConfigurationProperties("streakboard.page")
record PageProperties(
        @DefaultValue("true") boolean enabled, @DefaultValue List<String> pictures) {

    PageProperties {
        for (var origin : pictures) {
            if (!origin.matches("https://[A-Za-z0-9.-]+(:[0-9]{1,5})?")
                    || URI.create(origin).getPort() > 65_535) {
                throw new IllegalArgumentException("streakboard.page.pictures: '" + origin
                        + "' is not an https origin such as https://cdn.example.org");
            }
        }
    }
}
