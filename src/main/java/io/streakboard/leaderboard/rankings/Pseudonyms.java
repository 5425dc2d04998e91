package io.streakboard.leaderboard.rankings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Pseudonyms for ids of learners, and encrypted texts. All instances use the secret in the table {@code board_secret},
 * which no response reveals.
 */
@Component
class Pseudonyms {

    private static final String HASH = "HmacSHA256";
    private static final int KEY_BYTES = 16;
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    /** Enough for distinct pseudonyms of all learners. */
    private static final int PSEUDONYM_BYTES = 12;

    /** Neither a member of a board nor a plain cursor begins with it. */
    private static final String MARK = "~";

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec secret;
    private final SecretKeySpec sealing;

    Pseudonyms(JdbcClient jdbc) {
        this.secret = jdbc.sql("SELECT secret FROM board_secret")
                .query((row, number) -> new SecretKeySpec(row.getBytes(1), HASH))
                .single();
        this.sealing = new SecretKeySpec(hash("cursors", KEY_BYTES), "AES");
    }

    /** A pseudonym is the same on all pages of an edition and differs on other editions. */
    String of(String edition, String member) {
        return marked(hash(edition + " " + member, PSEUDONYM_BYTES));
    }

    private byte[] hash(String text, int bytes) {
        try {
            var hash = Mac.getInstance(HASH);
            hash.init(secret);
            return Arrays.copyOf(hash.doFinal(text.getBytes(UTF_8)), bytes);
        } catch (GeneralSecurityException never) { // every Java has this hash
            throw new IllegalStateException(never);
        }
    }

    /** Encrypts a text, with a nonce in front. */
    String sealed(String text) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var bytes = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(text.getBytes(UTF_8));
            return marked(ByteBuffer.allocate(NONCE_BYTES + bytes.length)
                    .put(nonce)
                    .put(bytes)
                    .array());
        } catch (GeneralSecurityException never) {
            throw new IllegalStateException(never);
        }
    }

    /** Empty if the text was not sealed here. */
    Optional<String> opened(String text) {
        try {
            var bytes = Base64.getUrlDecoder().decode(text.substring(MARK.length()));
            int nonce = Math.min(NONCE_BYTES, bytes.length);
            return Optional.of(new String(
                    cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(bytes, NONCE_BYTES))
                            .doFinal(bytes, nonce, bytes.length - nonce),
                    UTF_8));
        } catch (IllegalArgumentException | GeneralSecurityException forged) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        var cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, sealing, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    static boolean isSealed(String text) {
        return text.startsWith(MARK);
    }

    private static String marked(byte[] bytes) {
        return MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
