package io.streakboard.identity.access;

import java.net.URI;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The origins whose pages may call the API.
 *
 * @param origins such as {@code https://learn.example.org}; {@code *} is not allowed, as it would allow any page
 */
@ConfigurationProperties("streakboard.cors")
record CorsProperties(@DefaultValue List<String> origins) {

    CorsProperties {
        for (var origin : origins) {
            if (!origin.matches("https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?")
                    || URI.create(origin).getPort() > 65_535) {
                throw new IllegalArgumentException("streakboard.cors.origins: '" + origin
                        + "' is not an origin such as https://learn.example.org");
            }
        }
    }
}
