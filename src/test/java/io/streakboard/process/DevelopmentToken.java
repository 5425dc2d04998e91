package io.streakboard.process;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens as {@code /dev/tokens} issues them, signed with the key of the profile {@code development}, which is no secret:
 * tens of thousands of them, without as many requests to an application that may be down.
 */
public final class DevelopmentToken {

    private static final String ALGORITHM = "HmacSHA256";
    private static final SecretKeySpec KEY = new SecretKeySpec(
            "for development only: everybody knows this key".getBytes(StandardCharsets.UTF_8), ALGORITHM);

    private DevelopmentToken() {}

    public static String of(long learner) {
        return of(learner, "");
    }

    public static String of(long learner, String scope) {
        return of(Long.toString(learner), scope);
    }

    /** @param subject an id, or any text for who is no learner */
    public static String of(String subject, String scope) {
        long now = Instant.now().getEpochSecond();
        var content = encode("{\"alg\":\"HS256\"}") + "."
                + encode("{\"sub\":\"%s\",\"iat\":%d,\"exp\":%d,\"scope\":\"%s\"}"
                        .formatted(subject, now, now + 3600, scope));
        return content + "." + signature(content);
    }

    private static String signature(String content) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(KEY);
            return encode(mac.doFinal(content.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String encode(String text) {
        return encode(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
