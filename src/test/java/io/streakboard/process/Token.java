package io.streakboard.process;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A token to be signed. Built by hand and not by a library: libraries refuse what tests are about.
 *
 * @param header all of it
 * @param claims all of them
 */
public record Token(Map<String, Object> header, Map<String, Object> claims) {

    private static final JsonMapper JSON = new JsonMapper();

    /** A token as the issuer of tests makes them, good for an hour. */
    public static Token of(String subject) {
        long now = Instant.now().getEpochSecond();
        return new Token(Map.of(), Map.of())
                .header("alg", "RS256")
                .claim("iss", TestIssuer.NAME)
                .claim("aud", TestIssuer.AUDIENCE)
                .claim("sub", subject)
                .claim("iat", now)
                .claim("exp", now + 3600);
    }

    /** @param value removes it if null */
    public Token header(String name, @Nullable Object value) {
        return new Token(with(header, name, value), claims);
    }

    /** @param value removes it if null */
    public Token claim(String name, @Nullable Object value) {
        return new Token(header, with(claims, name, value));
    }

    private static Map<String, Object> with(Map<String, Object> all, String name, @Nullable Object value) {
        var changed = new LinkedHashMap<>(all);
        if (value == null) {
            changed.remove(name);
        } else {
            changed.put(name, value);
        }
        return changed;
    }

    /** Signed by the issuer of tests. */
    public String signed() {
        return signedBy(TestIssuer.privateKey());
    }

    public String signedBy(PrivateKey key) {
        try {
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(content().getBytes(StandardCharsets.US_ASCII));
            return withSignature(signature.sign());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public String withSignature(byte[] signature) {
        return content() + "." + encode(signature);
    }

    /** What is signed. */
    public String content() {
        return encode(JSON.writeValueAsBytes(header)) + "." + encode(JSON.writeValueAsBytes(claims));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
