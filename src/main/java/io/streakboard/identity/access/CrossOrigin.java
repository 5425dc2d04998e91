package io.streakboard.identity.access;

import io.streakboard.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
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

/**
 * Lets browsers call the API from the installation's own pages and from pages of the configured origins, and from no
 * others.
 *
 * <p>Browsers send {@code Origin} with each POST, also of the own pages, whose scheme and host a proxy may hide. They
 * are told apart as <a href="https://pkg.go.dev/net/http#CrossOriginProtection">Go does it</a>: by the browser's word,
 * or else by the host alone. Headers such as {@code X-Forwarded-Host} decide nothing. An own page gets no headers of
 * CORS, so a mistake would open nothing to browsers.
 */
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
        var filter = new CorsFilter(request -> isOfOwnPage(request) ? null : paths.getCorsConfiguration(request));
        filter.setCorsProcessor(new Refusing(json));
        return filter;
    }

    @Bean
    static FilterRegistrationBean<CorsFilter> crossOriginInTheChainOnly(CorsFilter filter) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setEnabled(false);
        return registration;
    }

    /** Scripts cannot set these headers. Browsers before 2023 do not send {@code Sec-Fetch-Site}. */
    private static boolean isOfOwnPage(HttpServletRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("same-origin");
        }
        var origin = request.getHeader(HttpHeaders.ORIGIN);
        var host = request.getHeader(HttpHeaders.HOST);
        return origin != null && host != null && (origin.equals("https://" + host) || origin.equals("http://" + host));
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
