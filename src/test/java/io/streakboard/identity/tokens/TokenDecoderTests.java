package io.streakboard.identity.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What must be configured, in every profile. */
class TokenDecoderTests {

    private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Tokens.class);

    @ParameterizedTest
    @ValueSource(strings = {"", "production", "staging", "development,production"})
    void withoutAnIssuerItDoesNotStart(String profiles) {
        in(profiles)
                .withPropertyValues(JWT + "audiences=streakboard", JWT + "jwk-set-uri=https://id.example.org/keys")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(JWT + "issuer-uri"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "production", "staging", "development,production"})
    void withoutAnAudienceItDoesNotStart(String profiles) {
        in(profiles)
                .withPropertyValues(JWT + "issuer-uri=https://id.example.org")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(JWT + "audiences"));
    }

    @Test
    void anIssuerThatIsDownDoesNotPreventTheStart() {
        application
                .withPropertyValues(JWT + "issuer-uri=http://localhost:1", JWT + "audiences=streakboard")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void keysAreNotKeptForLessThanAFetchMayTake() {
        application
                .withPropertyValues(
                        JWT + "issuer-uri=https://id.example.org",
                        JWT + "audiences=streakboard",
                        "streakboard.tokens.keys-refresh=5s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("streakboard.tokens.keys-refresh"));
    }

    private ApplicationContextRunner in(String profiles) {
        return application.withPropertyValues("spring.profiles.active=" + profiles);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({OAuth2ResourceServerProperties.class, TokenProperties.class, TokenClaims.class})
    @Import(TokenDecoder.class)
    static class Tokens {}
}
