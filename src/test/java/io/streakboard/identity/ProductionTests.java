package io.streakboard.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.DevelopmentTokens.DevelopmentTokenController;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The guard of the development tokens, and what must be configured without them. */
class ProductionTests {

    private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(Identity.class);

    @Test
    void developmentHasTokensForWhoeverAsks() {
        in("development").run(context -> assertThat(context).hasSingleBean(DevelopmentTokenController.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"production", "development,production", "production,development", ""})
    void nothingElseHas(String profiles) {
        in(profiles)
                .withPropertyValues(JWT + "issuer-uri=https://id.example.org", JWT + "audiences=streakboard")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(DevelopmentTokens.class)
                        .doesNotHaveBean(DevelopmentTokenController.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"production", "development,production", ""})
    void withoutAnIssuerItDoesNotStart(String profiles) {
        in(profiles)
                .withPropertyValues(JWT + "audiences=streakboard")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(JWT + "issuer-uri"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"production", "development,production", ""})
    void withoutAnAudienceItDoesNotStart(String profiles) {
        in(profiles)
                .withPropertyValues(JWT + "jwk-set-uri=https://id.example.org/keys")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(JWT + "audiences"));
    }

    private ApplicationContextRunner in(String profiles) {
        return application.withPropertyValues("spring.profiles.active=" + profiles);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(OAuth2ResourceServerProperties.class)
    @Import({DevelopmentTokens.class, TokenRequirements.class})
    static class Identity {}
}
