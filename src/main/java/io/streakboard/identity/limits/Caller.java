package io.streakboard.identity.limits;

import io.streakboard.identity.tokens.Roles;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * A caller whose requests are counted together. A learner is known by the token's subject (or, without one, by the
 * learner that it names), a service or an admin by the client that the token was issued to ({@code azp} or {@code
 * client_id}), or by the subject if the token names no client.
 */
public record Caller(CallerKind kind, String id) {

    public enum CallerKind {
        LEARNER,
        CLIENT
    }

    /** Null if the caller is unknown. */
    public static @Nullable Caller of(@Nullable Authentication authentication) {
        if (authentication == null || !(authentication.getPrincipal() instanceof Jwt token)) {
            return null;
        }
        var subject = String.valueOf(authentication.getName());
        return Roles.hasAny(authentication, Roles.ALL)
                ? new Caller(CallerKind.CLIENT, client(token, subject))
                : new Caller(CallerKind.LEARNER, subject);
    }

    private static String client(Jwt token, String subject) {
        if (token.getClaim("azp") instanceof String party) {
            return party;
        }
        return token.getClaim("client_id") instanceof String client ? client : subject;
    }

    /** One text for each caller: a client may have the id of a learner. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " " + id;
    }
}
