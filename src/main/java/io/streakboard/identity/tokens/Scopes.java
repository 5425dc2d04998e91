package io.streakboard.identity.tokens;

import static java.util.stream.Collectors.toSet;

import java.util.Collection;
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
 * of scopes with blanks between them, or a list of texts. Anything else gives no role. A caller without a name is
 * neither admin nor support, because their actions are recorded by name.
 */
class Scopes implements Converter<Jwt, Collection<GrantedAuthority>> {

    private static final Set<String> ROLES = Set.of("service", "admin", "monitor", "support");
    private static final Set<String> RECORDED_BY_NAME = Set.of("admin", "support");

    @Override
    public Collection<GrantedAuthority> convert(Jwt token) {
        boolean named = StringUtils.hasText(token.getSubject());
        return Stream.of("scope", "scp")
                .flatMap(claim -> texts(token.getClaim(claim)))
                .filter(ROLES::contains)
                .filter(role -> named || !RECORDED_BY_NAME.contains(role))
                .map(role -> new SimpleGrantedAuthority("SCOPE_" + role))
                .collect(toSet());
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
