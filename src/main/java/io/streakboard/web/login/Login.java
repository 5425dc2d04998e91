package io.streakboard.web.login;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The login to the pages at the issuer of tokens, by OpenID Connect with PKCE. Without it admins paste a token.
 *
 * @param clientId a public client of the issuer, with the addresses of the pages as redirect addresses
 * @param authorizationUri the issuer's page that asks for the password
 * @param tokenUri the issuer's address for tokens; it has to allow the origins of the pages
 * @param scope the scope that the learners' page requests
 * @param adminScope the scope that the page for admins requests
 */
@ConfigurationProperties("streakboard.login")
public record Login(
        @Nullable String clientId,
        @Nullable URI authorizationUri,
        @Nullable URI tokenUri,
        @DefaultValue("openid") String scope,
        @DefaultValue("openid admin") String adminScope) {

    public Login {
        if (clientId != null) {
            check("authorization-uri", authorizationUri);
            check("token-uri", tokenUri);
        }
    }

    private static void check(String property, @Nullable URI uri) {
        if (uri == null
                || uri.getScheme() == null
                || !uri.getScheme().matches("https?")
                || uri.getHost() == null
                || uri.getPort() > 65_535) {
            throw new IllegalArgumentException("streakboard.login." + property
                    + ": is required with client-id, such as https://id.example.org/token");
        }
    }

    /** The login data for a page with the given scope; empty without login. */
    public Map<String, String> settings(String asked) {
        return clientId == null || authorizationUri == null || tokenUri == null
                ? Map.of()
                : Map.of(
                        "clientId",
                        clientId,
                        "authorizationUri",
                        authorizationUri.toString(),
                        "tokenUri",
                        tokenUri.toString(),
                        "scope",
                        asked);
    }

    /** The issuer's origin, which pages call; empty without login. */
    public String origin() {
        return clientId == null || tokenUri == null ? "" : tokenUri.getScheme() + "://" + tokenUri.getRawAuthority();
    }
}
