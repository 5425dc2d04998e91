package io.streakboard.web;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash SHA-256, which every Java has. */
public final class Sha256 {

    private Sha256() {}

    public static byte[] of(byte[] bytes) {
        return digest().digest(bytes);
    }

    /** For bytes that come piece by piece. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException(never);
        }
    }
}
