package io.streakboard.identity.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streakboard.identity.limits.RateLimitProperties.Client;
import io.streakboard.identity.limits.RateLimitProperties.Learner;
import io.streakboard.identity.limits.RateLimitProperties.Limit;
import io.streakboard.web.ProblemWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.support.GenericWebApplicationContext;

/** Five reads and two writes in ten seconds for a learner, seven and three for a client. */
class CallerLimitsTests {

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    /** Stands still until it is moved. */
    private static class Clock implements TimeMeter {

        private long nanos;

        @Override
        public long currentTimeNanos() {
            return nanos;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    private final Clock clock = new Clock();
    private final MockServletContext application = application();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final CallerLimits filter = filter(true);

    @AfterEach
    void removeAuthentication() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void aCallerIsToldTheRemainingRequests() throws Exception {
        learner("42");

        var first = get();
        assertThat(first.getHeader("RateLimit-Policy")).isEqualTo("\"reads\";q=5;w=10");
        assertThat(first.getHeader("RateLimit")).isEqualTo("\"reads\";r=4;t=2");
        assertThat(get().getHeader("RateLimit")).isEqualTo("\"reads\";r=3;t=4");
    }

    @Test
    void aCallerWhoExceedsTheLimitIsRefusedAndToldWhenToComeAgain() throws Exception {
        learner("42");
        for (int i = 0; i < 5; i++) {
            assertThat(get().getStatus()).isEqualTo(200);
        }

        var refused = get();

        assertThat(refused.getStatus()).isEqualTo(429);
        assertThat(refused.getHeader("Retry-After")).isEqualTo("2");
        assertThat(refused.getHeader("RateLimit")).isEqualTo("\"reads\";r=0;t=10");
        assertThat(metrics.counter(CallerLimits.RATE_LIMITED).count()).isEqualTo(1);

        clock.nanos += Duration.ofSeconds(2).toNanos();
        assertThat(get().getStatus()).isEqualTo(200);
        assertThat(get().getStatus()).isEqualTo(429);
    }

    @Test
    void readsAndWritesAreCountedApart() throws Exception {
        learner("42");
        post();
        post();

        assertThat(post().getStatus()).isEqualTo(429);
        assertThat(get().getStatus()).isEqualTo(200);
    }

    @Test
    void oneLearnerDoesNotTakeFromAnother() throws Exception {
        learner("42");
        post();
        post();
        assertThat(post().getStatus()).isEqualTo(429);

        learner("43");
        assertThat(post().getStatus()).isEqualTo(200);
    }

    @Test
    void allTokensOfAClientAreCountedTogether() throws Exception {
        for (var subject : new String[] {"1", "2", "3"}) {
            service(subject, Map.of("azp", "courses"));
            assertThat(post().getStatus()).isEqualTo(200);
        }

        service("4", Map.of("client_id", "courses"));
        assertThat(post().getStatus()).isEqualTo(429);
        service("4", Map.of("client_id", "another"));
        assertThat(post().getStatus()).isEqualTo(200);
        service("4", Map.of());
        assertThat(post().getStatus()).isEqualTo(200);
    }

    @Test
    void aLearnerWhoIsNamedLikeAClientTakesNothingFromIt() throws Exception {
        learner("courses");
        post();
        post();
        assertThat(post().getStatus()).isEqualTo(429);

        service("1", Map.of("azp", "courses"));
        assertThat(post().getStatus()).isEqualTo(200);
    }

    @Test
    void aCallerWithoutATokenIsNotCounted() throws Exception {
        for (int i = 0; i < 20; i++) {
            var answer = get();
            assertThat(answer.getStatus()).isEqualTo(200);
            assertThat(answer.getHeader("RateLimit")).isNull();
        }
    }

    @Test
    void itCanBeSwitchedOff() throws Exception {
        var off = filter(false);
        learner("42");
        for (int i = 0; i < 20; i++) {
            assertThat(call(off, "POST").getStatus()).isEqualTo(200);
        }
    }

    private MockHttpServletResponse get() throws Exception {
        return call(filter, "GET");
    }

    private MockHttpServletResponse post() throws Exception {
        return call(filter, "POST");
    }

    private MockHttpServletResponse call(CallerLimits through, String method) throws Exception {
        var response = new MockHttpServletResponse();
        through.doFilter(
                new MockHttpServletRequest(application, method, "/api/points/today"), response, new MockFilterChain());
        return response;
    }

    private CallerLimits filter(boolean enabled) {
        var properties = new RateLimitProperties(
                enabled,
                new Learner(new Limit(5, TEN_SECONDS), new Limit(2, TEN_SECONDS)),
                new Client(new Limit(7, TEN_SECONDS), new Limit(3, TEN_SECONDS)),
                100);
        ProblemWriter problems = Mockito.mock(invocation -> {
            if (invocation.getMethod().getName().equals("write")) {
                invocation.getArgument(1, MockHttpServletResponse.class).setStatus(429);
            }
            return null;
        });
        return new CallerLimits(properties, problems, metrics, clock);
    }

    private static MockServletContext application() {
        var servlets = new MockServletContext();
        var context = new GenericWebApplicationContext(servlets);
        context.refresh();
        servlets.setAttribute(WebApplicationContext.ROOT_WEB_APPLICATION_CONTEXT_ATTRIBUTE, context);
        return servlets;
    }

    private static void learner(String subject) {
        caller(subject, Map.of());
    }

    private static void service(String subject, Map<String, Object> claims) {
        caller(subject, claims, "SCOPE_service");
    }

    private static void caller(String subject, Map<String, Object> claims, String... roles) {
        var token = Jwt.withTokenValue("token")
                .header("alg", "RS256")
                .subject(subject)
                .claims(all -> all.putAll(claims))
                .build();
        SecurityContextHolder.getContext()
                .setAuthentication(new JwtAuthenticationToken(token, AuthorityUtils.createAuthorityList(roles)));
    }
}
