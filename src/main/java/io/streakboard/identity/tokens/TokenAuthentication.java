package io.streakboard.identity.tokens;

import java.util.List;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.stereotype.Component;

/** Tells who has sent a token. */
@Component
public class TokenAuthentication implements AuthenticationManager {

    private static final Authentication NOBODY = new AnonymousAuthenticationToken(
            "nobody", "anonymousUser", List.of(new SimpleGrantedAuthority("ROLE_ANONYMOUS")));

    private final JwtAuthenticationProvider tokens;
    private final TokenProperties properties;

    TokenAuthentication(JwtDecoder decoder, TokenProperties properties) {
        this.tokens = new JwtAuthenticationProvider(decoder);
        this.properties = properties;
        var converter = new JwtAuthenticationConverter();
        converter.setJwtGrantedAuthoritiesConverter(new Scopes());
        tokens.setJwtAuthenticationConverter(converter);
    }

    /** Throws {@link IssuerUnavailable} if the token cannot be checked now. */
    @Override
    public Authentication authenticate(Authentication token) {
        try {
            return tokens.authenticate(token);
        } catch (AuthenticationServiceException undecided) {
            throw new IssuerUnavailable(undecided, properties.keysInterval());
        }
    }

    /**
     * As {@link #authenticate}, but an anonymous caller if the token cannot be checked now: for routes that are open to
     * everybody.
     */
    public Authentication authenticateIfPossible(Authentication token) {
        try {
            return authenticate(token);
        } catch (IssuerUnavailable undecided) {
            return NOBODY;
        }
    }
}
