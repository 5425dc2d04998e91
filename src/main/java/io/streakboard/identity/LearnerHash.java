package io.streakboard.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.springframework.stereotype.Component;

/** The hash that makes the id of a learner of a key: the first 63 bits of SHA-256. A bean, so that tests can collide. */
@Component
class LearnerHash {

    /** Positive: ids begin at 1. */
    long of(String key) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(US_ASCII));
            return Math.max(1, ByteBuffer.wrap(hash).getLong() >>> 1);
        } catch (NoSuchAlgorithmException never) { // every Java has this hash
            throw new IllegalStateException(never);
        }
    }
}
