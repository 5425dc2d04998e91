package io.streakboard.identity.tokens;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;

/**
 * Reads the token from the header {@code Authorization: Bearer …}, as in RFC 6750, and from nowhere else. Equivalent to
 * Spring's resolver without its regular expression, which took a tenth of a request's time.
 */
public class BearerHeader implements BearerTokenResolver {

    private static final String SCHEME = "bearer";
    private static final int TOKEN = SCHEME.length() + 1;

    private static final boolean[] PART_OF_TOKEN = new boolean[128];

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/"
                .chars()
                .forEach(character -> PART_OF_TOKEN[character] = true);
    }

    /** Null if the request has no such header, or one of another scheme. */
    @Override
    public @Nullable String resolve(HttpServletRequest request) {
        var header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        if (header.length() <= TOKEN || header.charAt(SCHEME.length()) != ' ' || !isToken(header)) {
            throw new OAuth2AuthenticationException(BearerTokenErrors.invalidToken("Bearer token is malformed"));
        }
        return header.substring(TOKEN);
    }

    /** One or more characters of a token, and then any number of equals signs. */
    private static boolean isToken(String header) {
        int end = header.length();
        while (header.charAt(end - 1) == '=') {
            end--;
        }
        for (int i = TOKEN; i < end; i++) {
            if (!isPartOfToken(header.charAt(i))) {
                return false;
            }
        }
        return end > TOKEN;
    }

    private static boolean isPartOfToken(char character) {
        return character < PART_OF_TOKEN.length && PART_OF_TOKEN[character];
    }
}
