package io.streakboard.feed.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs calls as of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. */
final class Signature {

    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /**
     * @param id of the call, the same for each try
     * @param timestamp of the try, in seconds
     */
    static String of(byte[] key, String id, long timestamp, String body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            var signed = mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(signed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
