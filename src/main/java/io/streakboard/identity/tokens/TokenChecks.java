package io.streakboard.identity.tokens;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;

/** The checks of a token besides its signature. */
final class TokenChecks {

    private TokenChecks() {}

    static OAuth2TokenValidator<Jwt> of(String issuer, List<String> audiences, TokenClaims claims) {
        var type = type();
        var timestamps = timestamps();
        var checks = List.of(
                named("token-confirmation", TokenChecks::confirmation),
                named("token-type", type),
                named("token-expired", expiry()),
                named("token-time", timestamps),
                named("token-issuer", new JwtIssuerValidator(issuer)),
                named("token-audience", audience(audiences, claims)),
                named("token-confirmation", JwtValidators.createDefaultWithValidators(List.of(type, timestamps))));
        return token -> checks.stream()
                .map(check -> check.validate(token))
                .filter(OAuth2TokenValidatorResult::hasErrors)
                .findFirst()
                .orElse(OAuth2TokenValidatorResult.success());
    }

    /** Gives the error of a check a code. Spring's errors differ only in their words. */
    private static OAuth2TokenValidator<Jwt> named(String code, OAuth2TokenValidator<Jwt> check) {
        return token -> {
            var result = check.validate(token);
            return result.hasErrors()
                    ? OAuth2TokenValidatorResult.failure(result.getErrors().stream()
                            .map(error -> new OAuth2Error(code, error.getDescription(), null))
                            .toArray(OAuth2Error[]::new))
                    : result;
        };
    }

    /** Takes access tokens (RFC 9068) and tokens without a type, but no others, such as logout tokens. */
    private static JwtTypeValidator type() {
        var type = new JwtTypeValidator("JWT", "at+jwt", "application/at+jwt");
        type.setAllowEmpty(true);
        return type;
    }

    /** A token may be a minute from the future, as clocks differ. */
    private static JwtTimestampValidator timestamps() {
        var timestamps = new JwtTimestampValidator();
        timestamps.setAllowEmptyExpiryClaim(false);
        return timestamps;
    }

    /** A token ends when it expires. By default Spring allows another minute. */
    private static OAuth2TokenValidator<Jwt> expiry() {
        return token -> {
            var until = token.getExpiresAt();
            return until == null || Instant.now().isBefore(until)
                    ? OAuth2TokenValidatorResult.success()
                    : OAuth2TokenValidatorResult.failure(
                            new OAuth2Error(OAuth2ErrorCodes.INVALID_TOKEN, "Jwt expired at " + until, null));
        };
    }

    /** Access tokens of some issuers have no audience. They are taken from configured clients. */
    private static OAuth2TokenValidator<Jwt> audience(List<String> audiences, TokenClaims claims) {
        var given = new JwtClaimValidator<Collection<String>>(
                JwtClaimNames.AUD, audience -> audience != null && !Collections.disjoint(audience, audiences));
        return token -> {
            if (token.hasClaim(JwtClaimNames.AUD) || !token.hasClaim("client_id")) {
                return given.validate(token);
            }
            return claims.isOfClient(token)
                    ? OAuth2TokenValidatorResult.success()
                    : OAuth2TokenValidatorResult.failure(new OAuth2Error(
                            OAuth2ErrorCodes.INVALID_TOKEN,
                            "The aud claim is missing, and streakboard.tokens.client-ids does not have the client_id",
                            null));
        };
    }

    /** Filters and other checks rely on the shape that RFC 7800 demands, so this comes first. */
    private static OAuth2TokenValidatorResult confirmation(Jwt token) {
        Object claim = token.getClaim("cnf");
        boolean fits = claim == null
                || claim instanceof Map<?, ?> confirmation
                        && isTextOrAbsent(confirmation.get("jkt"))
                        && isTextOrAbsent(confirmation.get("x5t#S256"));
        return fits
                ? OAuth2TokenValidatorResult.success()
                : OAuth2TokenValidatorResult.failure(
                        new OAuth2Error(OAuth2ErrorCodes.INVALID_TOKEN, "The cnf claim is not valid", null));
    }

    private static boolean isTextOrAbsent(@Nullable Object value) {
        return value == null || value instanceof String;
    }
}
