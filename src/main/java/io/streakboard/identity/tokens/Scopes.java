package io.streakboard.identity.tokens;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.util.StringUtils;

/**
 * The roles that a token gives, by its claim {@code scope} (RFC 8693) or {@code scp}, as some issuers call it: a text
 * of scopes with blanks between them, or a list of texts. Anything else gives no role. A caller without a name is no
 * admin, as what admins do is recorded by name.
 */
class Scopes implements Converter<Jwt, Collection<GrantedAuthority>> {

    private static final GrantedAuthority SERVICE = new SimpleGrantedAuthority("SCOPE_service");
    private static final GrantedAuthority ADMIN = new SimpleGrantedAuthority("SCOPE_admin");

    @Override
    public Collection<GrantedAuthority> convert(Jwt token) {
        Set<GrantedAuthority> roles = new HashSet<>();
        Stream.of("scope", "scp").flatMap(claim -> texts(token.getClaim(claim))).forEach(scope -> {
            if (scope.equals("service")) {
                roles.add(SERVICE);
            } else if (scope.equals("admin") && StringUtils.hasText(token.getSubject())) {
                roles.add(ADMIN);
            }
        });
        return roles;
    }

    private static Stream<String> texts(@Nullable Object claim) {
        if (claim instanceof String text) {
            return Stream.of(text.split(" "));
        }
        return claim instanceof Collection<?> list
                ? list.stream().filter(String.class::isInstance).map(String.class::cast)
                : Stream.of();
    }
}
