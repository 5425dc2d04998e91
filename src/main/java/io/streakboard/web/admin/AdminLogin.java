package io.streakboard.web.admin;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How admins log in to their page at the issuer of tokens, by OpenID Connect with PKCE. Without it they paste a token.
 *
 * @param clientId a public client of the issuer, whose redirect address is the page's
 * @param authorizationUri where the issuer asks for the password
 * @param tokenUri where the issuer gives the token; it has to allow the page's origin
 * @param scope what to ask for
 */
@ConfigurationProperties("streakboard.admin-login")
record AdminLogin(
        @Nullable String clientId,
        @Nullable URI authorizationUri,
        @Nullable URI tokenUri,
        @DefaultValue("openid admin") String scope) {

    AdminLogin {
        if (clientId != null) {
            check("authorization-uri", authorizationUri);
            check("token-uri", tokenUri);
        }
    }

    private static void check(String property, @Nullable URI uri) {
        if (uri == null || uri.getScheme() == null || !uri.getScheme().matches("https?") || uri.getHost() == null) {
            throw new IllegalArgumentException("streakboard.admin-login." + property
                    + ": is required with client-id, such as https://id.example.org/token");
        }
    }

    /** What the page has to know; empty if there is no login. */
    Map<String, String> settings() {
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
                        scope);
    }

    /** The origin that the page calls besides its own; empty if there is no login. */
    String origin() {
        return clientId == null || tokenUri == null ? "" : tokenUri.getScheme() + "://" + tokenUri.getRawAuthority();
    }
}
