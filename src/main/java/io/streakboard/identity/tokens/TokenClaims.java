package io.streakboard.identity.tokens;

import static java.util.stream.Collectors.toSet;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.util.StringUtils;

/**
 * Where tokens have the learner, the roles and the name. A claim is a name, or a JSON Pointer to a nested claim.
 *
 * @param learnerClaim the claim that has the learner
 * @param rolesClaim the claims that have roles: a list of texts, or a text of roles with blanks between them
 * @param roles the names that tokens have for each role
 * @param nameClaim the claims that may have a learner's name; the first that is present counts
 * @param clientIds clients whose tokens are taken without {@code aud}; {@code client_id} has to be one of these
 */
@ConfigurationProperties("streakboard.tokens")
public record TokenClaims(
        @DefaultValue("sub") Claim learnerClaim,
        @DefaultValue({"scope", "scp"}) List<Claim> rolesClaim,
        @DefaultValue RoleNames roles,
        @DefaultValue("name") List<Claim> nameClaim,
        @DefaultValue List<String> clientIds) {

    private static final Set<String> RECORDED_BY_NAME = Set.of("admin", "support");

    record RoleNames(
            @DefaultValue("admin") List<String> admin,
            @DefaultValue("service") List<String> service,
            @DefaultValue("monitor") List<String> monitor,
            @DefaultValue("support") List<String> support) {

        private Map<String, List<String>> byRole() {
            return Map.of("admin", admin, "service", service, "monitor", monitor, "support", support);
        }
    }

    public TokenClaims {
        requireTexts("learner-claim", List.of(learnerClaim.text()));
        requireTexts("roles-claim", rolesClaim.stream().map(Claim::text).toList());
        requireTexts("name-claim", nameClaim.stream().map(Claim::text).toList());
        roles.byRole().forEach((role, names) -> requireTexts("roles." + role, names));
        requireOneRole(roles.byRole().values());
        if (clientIds.stream().anyMatch(id -> !StringUtils.hasText(id))) {
            throw new IllegalArgumentException("streakboard.tokens.client-ids: must not have an empty one");
        }
    }

    private static void requireTexts(String property, List<String> texts) {
        if (texts.isEmpty() || !texts.stream().allMatch(StringUtils::hasText)) {
            throw new IllegalArgumentException("streakboard.tokens." + property + ": must not be empty");
        }
    }

    /** A program's role that makes an admin, too, is a mistake. */
    private static void requireOneRole(Collection<List<String>> roles) {
        var taken = new HashSet<String>();
        roles.stream().flatMap(names -> names.stream().distinct()).forEach(name -> {
            if (!taken.add(name)) {
                throw new IllegalArgumentException(
                        "streakboard.tokens.roles: '" + name + "' must not be the name of two roles");
            }
        });
    }

    /** The learner whom the token names; null if it names none. */
    public @Nullable String learner(Jwt token) {
        return learnerClaim.textIn(token);
    }

    /** The name of the learner; null if the token has none. */
    public @Nullable String name(Jwt token) {
        return nameClaim.stream()
                .map(claim -> claim.textIn(token))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The name of the caller in records: the subject, in a token without one the learner; empty without both. */
    String caller(Jwt token) {
        var subject = token.getSubject() == null ? learner(token) : token.getSubject();
        return subject == null ? "" : subject;
    }

    /**
     * The roles that a token gives. A caller without a name is neither admin nor support, because their actions are
     * recorded by name.
     */
    Set<GrantedAuthority> authorities(Jwt token) {
        boolean named = StringUtils.hasText(caller(token));
        return roles(token)
                .filter(role -> named || !RECORDED_BY_NAME.contains(role))
                .map(role -> new SimpleGrantedAuthority("SCOPE_" + role))
                .collect(toSet());
    }

    /** By our names. */
    private Stream<String> roles(Jwt token) {
        var names = rolesClaim.stream().flatMap(claim -> texts(claim.in(token))).collect(toSet());
        return roles.byRole().entrySet().stream()
                .filter(role -> role.getValue().stream().anyMatch(names::contains))
                .map(Map.Entry::getKey);
    }

    private static Stream<String> texts(@Nullable Object claim) {
        if (claim instanceof String text) {
            return Stream.of(text.split(" "));
        }
        return claim instanceof Collection<?> list
                ? list.stream().filter(String.class::isInstance).map(String.class::cast)
                : Stream.of();
    }

    /** Whether a token without {@code aud} is of a client that may use the API. */
    boolean isOfClient(Jwt token) {
        return token.getClaim("client_id") instanceof String client && clientIds.contains(client);
    }
}
