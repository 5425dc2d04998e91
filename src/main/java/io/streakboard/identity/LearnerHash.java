package io.streakboard.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.streakboard.web.Sha256;
import java.nio.ByteBuffer;
import org.springframework.stereotype.Component;

/** The hash that makes the id of a learner of a key: the first 63 bits of SHA-256. A bean, so that tests can collide. */
@Component
class LearnerHash {

    /** Positive: ids begin at 1. */
    long of(String key) {
        return Math.max(1, ByteBuffer.wrap(Sha256.of(key.getBytes(US_ASCII))).getLong() >>> 1);
    }
}
