package io.streakboard.identity.tokens;

import java.io.Closeable;
import java.io.IOException;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties.Jwt;
import org.springframework.core.io.Resource;
import org.springframework.security.converter.RsaKeyConverters;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;

/**
 * Reads tokens as {@code spring.security.oauth2.resourceserver.jwt} says. Issuer and audience are required in every
 * profile: without them, tokens of other issuers or for other applications would be taken. The keys come from {@code
 * public-key-location}, from {@code jwk-set-uri}, or from the issuer's metadata.
 */
@Component
class TokenDecoder implements JwtDecoder, Closeable {

    private static final String PREFIX = "spring.security.oauth2.resourceserver.jwt.";

    private final @Nullable IssuerKeys keys;
    private final NimbusJwtDecoder decoder;

    TokenDecoder(OAuth2ResourceServerProperties properties, TokenProperties tokens, TokenClaims claims)
            throws IOException {
        var jwt = properties.getJwt();
        var issuer = requireIssuerAndAudience(jwt);
        var key = jwt.getPublicKeyLocation();
        if (key == null) {
            keys = new IssuerKeys(new IssuerMetadataClient(issuer, jwt.getJwkSetUri(), tokens.keysTimeout()), tokens);
            decoder = NimbusJwtDecoder.withJwkSource(keys)
                    .jwsAlgorithms(all -> jwt.getJwsAlgorithms().forEach(name -> all.add(algorithm(name))))
                    .build();
        } else {
            keys = null;
            decoder = NimbusJwtDecoder.withPublicKey(read(key))
                    .signatureAlgorithm(algorithm(jwt.getJwsAlgorithms().getFirst()))
                    .build();
        }
        decoder.setJwtValidator(TokenChecks.of(issuer, jwt.getAudiences(), claims));
    }

    private static String requireIssuerAndAudience(Jwt jwt) {
        var missing = new ArrayList<String>();
        if (!StringUtils.hasText(jwt.getIssuerUri())) {
            missing.add(PREFIX + "issuer-uri");
        }
        if (jwt.getAudiences().stream().noneMatch(StringUtils::hasText)) {
            missing.add(PREFIX + "audiences");
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("Set " + String.join(" and ", missing)
                    + ": without these, tokens of other issuers or for other applications would be taken");
        }
        return Objects.requireNonNull(jwt.getIssuerUri());
    }

    private static SignatureAlgorithm algorithm(String name) {
        var algorithm = SignatureAlgorithm.from(name);
        if (algorithm == null) {
            throw new IllegalStateException(PREFIX + "jws-algorithms: there is no algorithm " + name);
        }
        return algorithm;
    }

    private static RSAPublicKey read(Resource key) throws IOException {
        try (var pem = key.getInputStream()) {
            return Objects.requireNonNull(RsaKeyConverters.x509().convert(pem));
        }
    }

    /** Identifies the current keys: the same object until they change; null if they are unknown. */
    @Nullable
    Object keys() {
        return keys == null ? decoder : keys.now();
    }

    @Override
    public org.springframework.security.oauth2.jwt.Jwt decode(String token) {
        return decoder.decode(token);
    }

    @Override
    public void close() throws IOException {
        if (keys != null) {
            keys.close();
        }
    }
}
