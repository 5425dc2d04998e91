package io.streakboard.identity.tokens;

import static java.util.stream.Collectors.toSet;

import java.util.Collection;
import java.util.Set;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.util.StringUtils;

/**
 * The roles that a token gives. A caller without a name is neither admin nor support, because their actions are
 * recorded by name.
 */
class Scopes implements Converter<Jwt, Collection<GrantedAuthority>> {

    private static final Set<String> RECORDED_BY_NAME = Set.of("admin", "support");

    private final TokenClaims claims;

    Scopes(TokenClaims claims) {
        this.claims = claims;
    }

    @Override
    public Collection<GrantedAuthority> convert(Jwt token) {
        boolean named = StringUtils.hasText(claims.caller(token));
        return claims.roles(token)
                .filter(role -> named || !RECORDED_BY_NAME.contains(role))
                .map(role -> new SimpleGrantedAuthority("SCOPE_" + role))
                .collect(toSet());
    }
}
