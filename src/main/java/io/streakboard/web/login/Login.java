package io.streakboard.web.login;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How people log in to the pages at the issuer of tokens, by OpenID Connect with PKCE. Without it admins paste a token.
 *
 * @param clientId a public client of the issuer, whose redirect addresses are those of the pages
 * @param authorizationUri where the issuer asks for the password
 * @param tokenUri where the issuer gives the token; it has to allow the origins of the pages
 * @param scope what the learners' page asks for
 * @param adminScope what the page for admins asks for
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
        if (uri == null || uri.getScheme() == null || !uri.getScheme().matches("https?") || uri.getHost() == null) {
            throw new IllegalArgumentException("streakboard.login." + property
                    + ": is required with client-id, such as https://id.example.org/token");
        }
    }

    /** What a page that asks for a scope has to know; empty if there is no login. */
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

    /** The origin that a page calls besides its own; empty if there is no login. */
    public String origin() {
        return clientId == null || tokenUri == null ? "" : tokenUri.getScheme() + "://" + tokenUri.getRawAuthority();
    }
}
