package io.streakboard.identity.access;

import io.streakboard.web.Problem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import tools.jackson.databind.json.JsonMapper;

/** Lets browsers call the API from pages of the configured origins, and from no others. */
@Configuration(proxyBeanMethods = false)
class CrossOrigin {

    private static final String REQUEST_ID = "X-Request-Id";

    /** The security chain takes the filter of this name, before it asks for a token. */
    @Bean
    CorsFilter corsFilter(CorsProperties properties, JsonMapper json) {
        var paths = new UrlBasedCorsConfigurationSource();
        if (!properties.origins().isEmpty()) {
            paths.registerCorsConfiguration("/api/**", rules(properties.origins()));
        }
        var filter = new CorsFilter(paths);
        filter.setCorsProcessor(new Refusing(json));
        return filter;
    }

    @Bean
    static FilterRegistrationBean<CorsFilter> crossOriginInTheChainOnly(CorsFilter filter) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setEnabled(false);
        return registration;
    }

    private static CorsConfiguration rules(List<String> origins) {
        var rules = new CorsConfiguration();
        rules.setAllowedOrigins(origins);
        rules.setAllowedMethods(List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"));
        rules.setAllowedHeaders(List.of(
                HttpHeaders.AUTHORIZATION,
                HttpHeaders.CONTENT_TYPE,
                HttpHeaders.CONTENT_ENCODING,
                HttpHeaders.IF_NONE_MATCH,
                "Last-Event-ID",
                REQUEST_ID));
        rules.setExposedHeaders(List.of(
                HttpHeaders.DATE,
                HttpHeaders.ETAG,
                HttpHeaders.LOCATION,
                HttpHeaders.RETRY_AFTER,
                HttpHeaders.WWW_AUTHENTICATE,
                "RateLimit",
                "RateLimit-Policy",
                REQUEST_ID));
        rules.setMaxAge(Duration.ofHours(1));
        return rules;
    }

    private static class Refusing extends DefaultCorsProcessor {

        private final JsonMapper json;

        Refusing(JsonMapper json) {
            this.json = json;
        }

        @Override
        protected void rejectRequest(ServerHttpResponse response) throws IOException {
            response.setStatusCode(HttpStatus.FORBIDDEN);
            response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
            response.getBody()
                    .write(json.writeValueAsBytes(Problem.coded(
                            Problem.detail(
                                    HttpStatus.FORBIDDEN, "forbidden", "Pages of this origin may not call the API."),
                            "origin",
                            Map.of())));
            response.flush();
        }
    }
}
