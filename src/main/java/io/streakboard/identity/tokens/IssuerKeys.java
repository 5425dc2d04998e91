package io.streakboard.identity.tokens;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetBasedJWKSource;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.SecurityContext;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the issuer, kept and refreshed in the background. They outlive an outage of hours. Tokens that name
 * unknown keys cause at most two fetches in half a minute. A token with an unknown key is invalid if the issuer has
 * just been asked, and cannot be checked if the issuer does not answer.
 */
class IssuerKeys implements JWKSource<SecurityContext>, AutoCloseable {

    /** @param mark identifies these keys, also when the same keys are fetched again */
    private record KeySnapshot(JWKSet keys, Object mark) {}

    private final IssuerMetadataClient client;
    private final JWKSource<SecurityContext> keys;
    private volatile @Nullable KeySnapshot seen;
    private volatile boolean known;

    IssuerKeys(IssuerMetadataClient client, TokenProperties properties) {
        this.client = client;
        this.keys = JWKSourceBuilder.create(client)
                .cache(properties.keysRefresh().toMillis(), waiting(properties).toMillis())
                .refreshAheadCache(
                        properties.keysTimeout().toMillis(),
                        null,
                        Executors.newSingleThreadExecutor(
                                Thread.ofVirtual().name("issuer-keys").factory()),
                        true,
                        Executors.newSingleThreadScheduledExecutor(
                                Thread.ofVirtual().name("issuer-keys-due").factory()),
                        true)
                .rateLimited(properties.keysInterval().toMillis())
                .outageTolerant(properties.jwksOutageTolerance().toMillis())
                .build();
    }

    /** How long a request waits for a fetch that another request has begun. */
    private static Duration waiting(TokenProperties properties) {
        return properties.keysTimeout().multipliedBy(2);
    }

    @Override
    public List<JWK> get(JWKSelector wanted, @Nullable SecurityContext context) throws KeySourceException {
        try {
            var found = keys.get(wanted, context);
            known = true;
            if (found.isEmpty() && client.away()) {
                throw new JWKSetUnavailableException("The key is unknown, and the issuer does not answer");
            }
            return found;
        } catch (RateLimitReachedException asked) {
            if (client.away()) {
                throw asked;
            }
            return List.of();
        }
    }

    /**
     * Identifies the current keys: the same object until the keys change. Null if they are unknown: then {@link #get}
     * fetches them, and a caller should not wait for that twice.
     */
    @SuppressWarnings("ReferenceEquality") // avoids comparing the same set key by key again
    @Nullable
    Object now() {
        if (!known) {
            return null;
        }
        try {
            var current = ((JWKSetBasedJWKSource<SecurityContext>) keys)
                    .getJWKSetSource()
                    .getJWKSet(JWKSetCacheRefreshEvaluator.noRefresh(), System.currentTimeMillis(), null);
            var last = seen;
            if (last == null || last.keys() != current) {
                last = new KeySnapshot(
                        current, last != null && last.keys().equals(current) ? last.mark() : new Object());
                seen = last;
            }
            return last.mark();
        } catch (KeySourceException lost) {
            known = false;
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        ((JWKSetBasedJWKSource<?>) keys).close();
    }
}
