package io.streakboard.badges.credentials;

import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param key the private key that signs credentials, as a JWK, or as a JWK set with former keys behind it; without one
 *     there are none
 * @param issuer the https address of this installation, which credentials name as their issuer
 * @param issuerName names the issuer for people
 */
@Validated
@ConfigurationProperties("streakboard.badges")
record CredentialProperties(
        @Nullable String key,
        @Nullable String issuer,
        @DefaultValue("Streakboard") @NotBlank String issuerName) {}
