package io.streakboard.identity.tokens;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.stereotype.Component;

/** Authenticates the sender of a token. */
@Component
public class TokenAuthentication implements AuthenticationManager {

    private static final String BEARER = "Bearer ";

    private static final Authentication ANONYMOUS = new AnonymousAuthenticationToken(
            "nobody", "anonymousUser", List.of(new SimpleGrantedAuthority("ROLE_ANONYMOUS")));

    private final TokenDecoder decoder;
    private final ValidatedTokenCache checked;
    private final JwtAuthenticationProvider tokens;
    private final TokenProperties properties;

    @Autowired
    TokenAuthentication(TokenDecoder decoder, TokenProperties properties, TokenClaims claims) {
        this(decoder, properties, claims, ValidatedTokenCache.ofHeap());
    }

    TokenAuthentication(
            TokenDecoder decoder, TokenProperties properties, TokenClaims claims, ValidatedTokenCache checked) {
        this.decoder = decoder;
        this.checked = checked;
        this.tokens = new JwtAuthenticationProvider(decoder);
        this.properties = properties;
        tokens.setJwtAuthenticationConverter(
                good -> new JwtAuthenticationToken(good, claims.authorities(good), claims.caller(good)));
    }

    /**
     * The sender of a token that was validated recently; null if the header has none. Spring looks at each character of
     * the header before it asks, which takes longer than the rest of the authentication.
     */
    public @Nullable Authentication known(@Nullable String header) {
        return header == null || !header.startsWith(BEARER)
                ? null
                : checked.find(header.substring(BEARER.length()), decoder.keys());
    }

    /** Throws {@link IssuerUnavailable} if the token cannot be checked now. */
    @Override
    public Authentication authenticate(Authentication token) {
        var keys = decoder.keys();
        var known =
                token instanceof BearerTokenAuthenticationToken bearer ? checked.find(bearer.getToken(), keys) : null;
        return known == null ? check(token, keys) : known;
    }

    private Authentication check(Authentication token, @Nullable Object keys) {
        try {
            var caller = tokens.authenticate(token);
            if (caller instanceof JwtAuthenticationToken good) {
                checked.remember(good, keys);
            }
            return caller;
        } catch (AuthenticationServiceException undecided) {
            throw new IssuerUnavailable(undecided, properties.keysInterval());
        }
    }

    /**
     * As {@link #authenticate(Authentication)}, but an anonymous caller if the token cannot be checked now and the
     * route is public.
     */
    public Authentication authenticate(Authentication token, BooleanSupplier open) {
        try {
            return authenticate(token);
        } catch (IssuerUnavailable undecided) {
            if (open.getAsBoolean()) {
                return ANONYMOUS;
            }
            throw undecided;
        }
    }
}
