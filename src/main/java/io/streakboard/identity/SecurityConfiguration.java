package io.streakboard.identity;

import io.streakboard.web.Problem;
import io.streakboard.web.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Bearer tokens on every route. Scope {@code service} may ingest activities, scope {@code admin} may use the
 * admin routes and all of the actuator but its health and the page for admins, which shows nothing without a token.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final String SERVICE = "SCOPE_service";
    private static final String ADMIN = "SCOPE_admin";

    private final ProblemWriter problems;

    SecurityConfiguration(ProblemWriter problems) {
        this.problems = problems;
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.csrf(AbstractHttpConfigurer::disable) // no cookies, no session: nothing to forge
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authorizeHttpRequests(requests -> requests.requestMatchers(EndpointRequest.to("health", "admin"))
                        .permitAll()
                        .requestMatchers(EndpointRequest.toAnyEndpoint())
                        .hasAuthority(ADMIN)
                        .requestMatchers("/dev/tokens", "/v3/api-docs", "/v3/api-docs.yaml", "/error")
                        .permitAll()
                        .requestMatchers("/api/activities")
                        .hasAuthority(SERVICE)
                        .requestMatchers("/api/learners/me/**")
                        .authenticated()
                        .requestMatchers(
                                "/api/learners/**", "/api/imports/**", "/api/points/adjustments", "/api/seasons/*/**")
                        .hasAuthority(ADMIN)
                        .requestMatchers(HttpMethod.POST, "/api/seasons")
                        .hasAuthority(ADMIN)
                        .anyRequest()
                        .authenticated())
                .oauth2ResourceServer(server -> server.jwt(jwt -> {})
                        .authenticationEntryPoint(this::unauthorized)
                        .accessDeniedHandler(this::forbidden))
                .exceptionHandling(failures ->
                        failures.authenticationEntryPoint(this::unauthorized).accessDeniedHandler(this::forbidden))
                .build();
    }

    /** Else each filter is timed on each request, which costs a lot. Requests are timed as a whole. */
    @Bean
    SecurityObservationSettings noTimingOfFilters() {
        return SecurityObservationSettings.noObservations();
    }

    private void unauthorized(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        problems.write(
                request,
                response,
                Problem.detail(
                        HttpStatus.UNAUTHORIZED,
                        "unauthorized",
                        "A valid bearer token is required: " + failure.getMessage()));
    }

    private void forbidden(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure)
            throws IOException {
        problems.write(
                request,
                response,
                Problem.detail(HttpStatus.FORBIDDEN, "forbidden", "The token lacks the scope that this route needs."));
    }
}
