package io.streakboard.openapi;

import io.streakboard.web.Problem;
import java.io.IOException;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /dev/swagger-ui}: the API to try in a browser. It stands among the tests, so that no packaged application can
 * have it.
 */
@Configuration(proxyBeanMethods = false)
@Profile("development & !production")
class DevelopmentPages {

    @Bean
    @Order(1)
    SecurityFilterChain developmentPagesAreForEverybody(HttpSecurity http) throws Exception {
        return http.securityMatcher("/dev/swagger-ui/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    @RestController
    @Profile("development & !production")
    @PreAuthorize("permitAll")
    static class DevelopmentPagesController {

        private static final String WEB_JAR = "classpath*:META-INF/resources/webjars/swagger-ui/*/";

        private static final Map<String, String> FILES =
                Map.of("swagger-ui.css", "text/css", "swagger-ui-bundle.js", "text/javascript");

        @GetMapping(path = "/dev/swagger-ui", produces = MediaType.TEXT_HTML_VALUE)
        String page() {
            return """
                    <!doctype html>
                    <html lang="en">
                    <head>
                      <meta charset="utf-8">
                      <title>Streakboard API</title>
                      <link rel="stylesheet" href="swagger-ui/swagger-ui.css">
                    </head>
                    <body>
                      <div id="api"></div>
                      <script src="swagger-ui/swagger-ui-bundle.js"></script>
                      <script>
                        SwaggerUIBundle({ url: "/v3/api-docs", dom_id: "#api", persistAuthorization: true });
                      </script>
                    </body>
                    </html>
                    """;
        }

        @GetMapping("/dev/swagger-ui/{file}")
        ResponseEntity<byte[]> file(@PathVariable String file) throws IOException {
            var type = FILES.get(file);
            if (type == null) {
                throw Problem.notFound("There is no file " + file);
            }
            var resource = new PathMatchingResourcePatternResolver().getResources(WEB_JAR + file)[0];
            return ResponseEntity.ok()
                    .contentType(MediaType.parseMediaType(type))
                    .body(resource.getContentAsByteArray());
        }
    }
}
