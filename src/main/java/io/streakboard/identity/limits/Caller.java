package io.streakboard.identity.limits;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Whose requests are counted together: those of a learner by the token's subject, those of a service or an admin by the
 * client the token was issued to ({@code azp} or {@code client_id}), or its subject if the token does not say.
 */
record Caller(Kind kind, String id) {

    enum Kind {
        LEARNER,
        CLIENT
    }

    private static final Set<String> CLIENTS = Set.of("SCOPE_service", "SCOPE_admin");

    /** Null if nobody is known to call. */
    static @Nullable Caller of(@Nullable Authentication authentication) {
        if (authentication == null || !(authentication.getPrincipal() instanceof Jwt token)) {
            return null;
        }
        var subject = String.valueOf(token.getSubject());
        return authentication.getAuthorities().stream()
                        .map(GrantedAuthority::getAuthority)
                        .anyMatch(CLIENTS::contains)
                ? new Caller(Kind.CLIENT, client(token, subject))
                : new Caller(Kind.LEARNER, subject);
    }

    private static String client(Jwt token, String subject) {
        if (token.getClaim("azp") instanceof String party) {
            return party;
        }
        return token.getClaim("client_id") instanceof String client ? client : subject;
    }
}
