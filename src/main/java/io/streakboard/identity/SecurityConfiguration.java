package io.streakboard.identity;

import io.streakboard.identity.audit.AuditFilter;
import io.streakboard.identity.limits.RateLimitFilter;
import io.streakboard.identity.tokens.TokenAuthentication;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManagerResolver;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Bearer tokens on every route. Which role a route of the API is for stands at its handler, see {@link
 * RoleInterceptor}; all of the actuator is for admins, but its health and the page for admins, which shows nothing
 * without a token.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    /** Handlers of libraries, which declare no role: the API's description, and what answers failures. */
    static final String[] OPEN = {"/v3/api-docs", "/v3/api-docs.yaml", "/error"};

    static final String ADMIN = "SCOPE_admin";

    private final RequestMatcher openEndpoints = EndpointRequest.to("health", "admin");

    @Bean
    SecurityFilterChain security(
            HttpSecurity http,
            TokenAuthentication tokens,
            Refusals refusals,
            RateLimitFilter rateLimits,
            AuditFilter audit)
            throws Exception {
        return http.csrf(AbstractHttpConfigurer::disable) // no cookies, no session: nothing to forge
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilter(bearerTokens(tokens, refusals))
                .addFilterBefore(rateLimits, AuthorizationFilter.class)
                .addFilterAfter(audit, AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests.requestMatchers(openEndpoints)
                        .permitAll()
                        .requestMatchers(EndpointRequest.toAnyEndpoint())
                        .hasAuthority(ADMIN)
                        .requestMatchers(OPEN)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(
                        failures -> failures.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
                .build();
    }

    /** An open route is open while the issuer is away, to whoever sends a token as well: a probe of health, say. */
    private BearerTokenAuthenticationFilter bearerTokens(TokenAuthentication tokens, Refusals refusals) {
        AuthenticationManagerResolver<HttpServletRequest> tokensOf =
                request -> openEndpoints.matches(request) ? tokens::authenticateIfPossible : tokens;
        var filter = new BearerTokenAuthenticationFilter(tokensOf);
        filter.setAuthenticationEntryPoint(refusals);
        return filter;
    }

    /** In the chain only, not for all requests as well. */
    @Bean
    static FilterRegistrationBean<AuditFilter> auditInTheChainOnly(AuditFilter audit) {
        return inTheChainOnly(audit);
    }

    @Bean
    static FilterRegistrationBean<RateLimitFilter> rateLimitsInTheChainOnly(RateLimitFilter rateLimits) {
        return inTheChainOnly(rateLimits);
    }

    private static <F extends Filter> FilterRegistrationBean<F> inTheChainOnly(F filter) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setEnabled(false);
        return registration;
    }

    /** Else each filter is timed on each request, which costs a lot. Requests are timed as a whole. */
    @Bean
    SecurityObservationSettings noTimingOfFilters() {
        return SecurityObservationSettings.noObservations();
    }
}
