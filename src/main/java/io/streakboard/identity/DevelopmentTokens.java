package io.streakboard.identity;

import com.nimbusds.jose.jwk.source.ImmutableSecret;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Tokens for whoever asks, so that the API can be tried without an identity provider. The profile expression is the
 * guard: with the profile {@code production} none of this exists, whatever else is active.
 */
@Configuration(proxyBeanMethods = false)
@Profile("development & !production")
class DevelopmentTokens {

    private static final SecretKey KEY = new SecretKeySpec(
            "for development only: everybody knows this key".getBytes(StandardCharsets.UTF_8), "HmacSHA256");

    @Bean
    JwtDecoder developmentTokenDecoder() {
        return NimbusJwtDecoder.withSecretKey(KEY).build();
    }

    @Bean
    JwtEncoder developmentTokenEncoder() {
        return new NimbusJwtEncoder(new ImmutableSecret<>(KEY));
    }

    @RestController
    @Profile("development & !production")
    static class DevelopmentTokenController {

        private final JwtEncoder tokens;

        DevelopmentTokenController(JwtEncoder tokens) {
            this.tokens = tokens;
        }

        /** @param expiresInSeconds how long the token is good for, twelve hours if absent; negative: expired already */
        record TokenRequest(
                @NotNull @Positive Long learner,
                @Nullable @Size(max = 100) String name,
                @Nullable List<String> scopes,
                @Nullable Long expiresInSeconds) {}

        record Token(String token) {}

        @PostMapping("/dev/tokens")
        Token issue(@Valid @RequestBody TokenRequest request) {
            var now = Instant.now();
            long seconds =
                    request.expiresInSeconds() == null ? Duration.ofHours(12).toSeconds() : request.expiresInSeconds();
            var expiry = now.plusSeconds(seconds);
            var claims = JwtClaimsSet.builder()
                    .subject(request.learner().toString())
                    .issuedAt(expiry.isBefore(now) ? expiry.minusSeconds(60) : now)
                    .expiresAt(expiry)
                    .claim("scope", request.scopes() == null ? "" : String.join(" ", request.scopes()));
            if (request.name() != null) {
                claims.claim("name", request.name());
            }
            var header = JwsHeader.with(MacAlgorithm.HS256).build();
            return new Token(tokens.encode(JwtEncoderParameters.from(header, claims.build()))
                    .getTokenValue());
        }
    }
}
