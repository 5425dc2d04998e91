package io.streakboard.identity.access;

import io.streakboard.identity.limits.CallerLimits;
import io.streakboard.identity.tokens.Roles;
import io.streakboard.identity.tokens.TokenAuthentication;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Pattern;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationManagerResolver;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationConverter;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Bearer tokens on every route. The handler of a route of the API declares the role that may call it, see {@link
 * RoleInterceptor}. All routes of the actuator are for admins. Exceptions: health, the page for admins, which shows
 * nothing without a token, Prometheus for monitors, and learners for support.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    /**
     * Public routes: the description of the API, the answer to failures, the files of the learners' page, and the
     * routes for verifying credentials.
     */
    static final String[] OPEN = {
        "/v3/api-docs", "/error", "/", "/streakboard/{file}", "/.well-known/jwks.json", "/badges/status/{list}"
    };

    /** The same rules as in {@link StrictHttpFirewall}. */
    private static final Pattern OTHER_HEADER_NAMES = Pattern.compile("[\\p{IsAssigned}&&[^\\p{IsControl}]]*");

    private static final Pattern OTHER_HEADER_VALUES = Pattern.compile("[\\p{IsAssigned}&&[[^\\p{IsControl}]||\\t]]*");

    private final RequestMatcher openEndpoints = EndpointRequest.to("health", "admin");

    @Bean
    SecurityFilterChain security(
            HttpSecurity http,
            TokenAuthentication tokens,
            ProblemEntryPoint problemEntryPoint,
            CallerLimits limits,
            AdminRoutes routesForAdmins)
            throws Exception {
        return http.csrf(AbstractHttpConfigurer::disable) // no cookies, no session: nothing to forge
                .logout(AbstractHttpConfigurer::disable) // and nothing to end
                .requestCache(AbstractHttpConfigurer::disable)
                .cors(Customizer.withDefaults())
                .sessionManagement(AbstractHttpConfigurer::disable)
                .securityContext(
                        kept -> kept.securityContextRepository(new RequestAttributeSecurityContextRepository()))
                .addFilter(bearerTokens(tokens, problemEntryPoint))
                .addFilterBefore(limits, AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests.requestMatchers("/api/**") // first: nearly all requests
                        .authenticated()
                        .requestMatchers(openEndpoints)
                        .permitAll()
                        .requestMatchers(EndpointRequest.to("prometheus"))
                        .hasAnyAuthority(Roles.ADMIN, Roles.MONITOR)
                        .requestMatchers(EndpointRequest.to("learners"))
                        .hasAnyAuthority(Roles.ADMIN, Roles.SUPPORT)
                        .requestMatchers(EndpointRequest.toAnyEndpoint(), routesForAdmins)
                        .hasAuthority(Roles.ADMIN)
                        .requestMatchers(OPEN)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(failures ->
                        failures.authenticationEntryPoint(problemEntryPoint).accessDeniedHandler(problemEntryPoint))
                .build();
    }

    /** An open route also answers callers with a token while the issuer is away, such as health probes. */
    private BearerTokenAuthenticationFilter bearerTokens(
            TokenAuthentication tokens, ProblemEntryPoint problemEntryPoint) {
        AuthenticationManagerResolver<HttpServletRequest> tokensOf = request -> token ->
                token.isAuthenticated() ? token : tokens.authenticate(token, () -> openEndpoints.matches(request));
        var converter = new BearerTokenAuthenticationConverter();
        AuthenticationConverter unlessKnown = request -> {
            var known = tokens.known(request.getHeader(HttpHeaders.AUTHORIZATION));
            return known == null ? converter.convert(request) : known;
        };
        var filter = new BearerTokenAuthenticationFilter(tokensOf, unlessKnown);
        filter.setAuthenticationEntryPoint(problemEntryPoint);
        return filter;
    }

    /** This filter belongs to the security chain only: Boot must not register it for all requests as well. */
    @Bean
    static FilterRegistrationBean<CallerLimits> limitsInTheChainOnly(CallerLimits limits) {
        var registration = new FilterRegistrationBean<>(limits);
        registration.setEnabled(false);
        return registration;
    }

    /**
     * Spring looks up each character of each header in Unicode tables. Nearly all headers are ASCII, so that is checked
     * first.
     */
    @Bean
    static HttpFirewall firewall() {
        var firewall = new StrictHttpFirewall();
        firewall.setAllowedHeaderNames(name ->
                isPrintableAscii(name) || OTHER_HEADER_NAMES.matcher(name).matches());
        firewall.setAllowedHeaderValues(value ->
                isPrintableAscii(value) || OTHER_HEADER_VALUES.matcher(value).matches());
        return firewall;
    }

    private static boolean isPrintableAscii(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    /** Turns off the timing of each filter on each request, which is expensive. Requests are timed as a whole. */
    @Bean
    SecurityObservationSettings noTimingOfFilters() {
        return SecurityObservationSettings.noObservations();
    }
}
