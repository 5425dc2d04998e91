package io.streakboard.identity.tokens;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;
import tools.jackson.core.JsonPointer;

/**
 * A claim by its name, such as {@code sub} or {@code https://example.org/roles}, or a nested one by a <a
 * href="https://www.rfc-editor.org/rfc/rfc6901">JSON Pointer</a> such as {@code /realm_access/roles}. Made by
 * {@link #of} from a property.
 */
record Claim(String text, List<String> names) {

    private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])+)+");

    public static Claim of(String text) {
        if (!text.startsWith("/")) {
            return new Claim(text, List.of(text));
        }
        if (!POINTER.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be the name of a claim, or a JSON Pointer such as /realm_access/roles");
        }
        return new Claim(
                text,
                Stream.iterate(JsonPointer.compile(text), rest -> !rest.matches(), JsonPointer::tail)
                        .map(JsonPointer::getMatchingProperty)
                        .toList());
    }

    /** Null if the token has no such claim. */
    @Nullable
    Object in(Jwt token) {
        Object found = token.getClaims();
        for (var name : names) {
            found = found instanceof Map<?, ?> nested ? nested.get(name) : null;
        }
        return found;
    }

    /** The claim as a text; null if it is neither a text nor a whole number. */
    @Nullable
    String textIn(Jwt token) {
        return switch (in(token)) {
            case String given -> given;
            case Long number -> number.toString();
            case Integer number -> number.toString();
            case null, default -> null;
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
