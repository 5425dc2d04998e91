package io.streakboard.identity;

import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Outside development the issuer and the audience of tokens must be configured: without, any token would do. */
@Configuration(proxyBeanMethods = false)
@Profile("!development | production")
class TokenRequirements {

    private static final String PREFIX = "spring.security.oauth2.resourceserver.jwt.";

    TokenRequirements(OAuth2ResourceServerProperties properties) {
        var jwt = properties.getJwt();
        if (jwt.getIssuerUri() == null && jwt.getJwkSetUri() == null && jwt.getPublicKeyLocation() == null) {
            throw new IllegalStateException("Set " + PREFIX + "issuer-uri or " + PREFIX + "jwk-set-uri");
        }
        if (jwt.getAudiences().isEmpty()) {
            throw new IllegalStateException("Set " + PREFIX + "audiences: without, tokens for other systems would do");
        }
    }
}
