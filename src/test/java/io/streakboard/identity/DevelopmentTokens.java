package io.streakboard.identity;

import io.streakboard.web.LearnerId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * Tokens for all callers, so that the API can be tried without an identity provider. It stands among the tests, so
 * that no packaged application can have it.
 */
@Configuration(proxyBeanMethods = false)
@Profile("development & !production")
class DevelopmentTokens {

    @Bean
    @Order(0)
    SecurityFilterChain developmentTokensAreForEverybody(HttpSecurity http) throws Exception {
        return http.securityMatcher("/dev/tokens", "/dev/someone.js", "/dev/learners.json")
                .csrf(AbstractHttpConfigurer::disable)
                .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                .build();
    }

    @RestController
    @Profile("development & !production")
    @PreAuthorize("permitAll")
    static class DevelopmentTokenController {

        /** @param expiresInSeconds how long the token is good for, twelve hours if absent; negative: expired already */
        record TokenRequest(
                @NotNull @Positive @JsonDeserialize(using = LearnerId.class)
                Long learner,

                @Nullable @Size(max = 100) String name,
                @Nullable List<String> scopes,
                @Nullable Long expiresInSeconds) {}

        record Token(String token) {}

        private final LearnerKeys keys;

        DevelopmentTokenController(LearnerKeys keys) {
            this.keys = keys;
        }

        @PostMapping("/dev/tokens")
        Token issue(@Valid @RequestBody TokenRequest request) {
            var now = Instant.now();
            long seconds =
                    request.expiresInSeconds() == null ? Duration.ofHours(12).toSeconds() : request.expiresInSeconds();
            var expiry = now.plusSeconds(seconds);
            var issued = expiry.isBefore(now) ? expiry.minusSeconds(60) : now;
            return new Token(io.streakboard.process.Token.of(keys.key(request.learner()))
                    .claim("iat", issued.getEpochSecond())
                    .claim("exp", expiry.getEpochSecond())
                    .claim("scope", request.scopes() == null ? "" : String.join(" ", request.scopes()))
                    .claim("name", request.name())
                    .signed());
        }
    }
}
