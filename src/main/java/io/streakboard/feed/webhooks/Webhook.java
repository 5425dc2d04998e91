package io.streakboard.feed.webhooks;

import io.streakboard.feed.table.FeedType;
import java.net.URI;
import java.util.Base64;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A receiver of events.
 *
 * @param name identifies its deliveries, so it stays when the URL changes
 * @param url where events are posted: {@code https}, or {@code http} too if private addresses are allowed
 * @param types which events; none: all
 * @param secret signs the calls: {@code whsec_} and 24 to 64 bytes in Base64
 * @param allowPrivate whether the host may have a private, loopback or link-local address
 */
record Webhook(
        String name,
        URI url,
        @DefaultValue Set<FeedType> types,
        String secret,
        @DefaultValue("false") boolean allowPrivate) {

    private static final String PREFIX = "whsec_";

    Webhook {
        check(name != null && name.matches("[a-z][a-z0-9-]{0,31}"), "name must match [a-z][a-z0-9-]{0,31}");
        check(url != null && url.getHost() != null && hasScheme(url, allowPrivate), "url must be https://…");
        check(url.getPort() == -1 || isPort(url.getPort()), "url must have a port from 1 to 65535, or none");
        check(!url.getRawPath().startsWith("//"), "url must not have a path that begins with //");
        check(url.getRawUserInfo() == null, "url must not contain a user: the signature tells who calls");
        check(secret != null && isSecret(secret), "secret must be whsec_ and 24 to 64 bytes in Base64");
    }

    private static boolean hasScheme(URI url, boolean allowPrivate) {
        return "https".equals(url.getScheme()) || allowPrivate && "http".equals(url.getScheme());
    }

    private static boolean isPort(int port) {
        return 1 <= port && port <= 65_535;
    }

    private static boolean isSecret(String secret) {
        try {
            int length = key(secret).length;
            return secret.startsWith(PREFIX) && 24 <= length && length <= 64;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static void check(boolean valid, String rule) {
        if (!valid) {
            throw new IllegalArgumentException("streakboard.webhooks: " + rule);
        }
    }

    private static byte[] key(String secret) {
        return Base64.getDecoder().decode(secret.replaceFirst("^" + PREFIX, ""));
    }

    byte[] key() {
        return key(secret);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return name;
    }
}
