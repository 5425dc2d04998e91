package io.streakboard.identity.tokens;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSetBasedJWKSource;
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
 * The keys of the issuer, kept and refreshed in the background: they outlive an outage of hours, and tokens that name
 * unknown keys cost the issuer two fetches in half a minute at most. A token with an unknown key is invalid if the
 * issuer has just been asked, and cannot be checked if the issuer does not answer.
 */
class IssuerKeys implements JWKSource<SecurityContext>, AutoCloseable {

    private final Issuer issuer;
    private final JWKSource<SecurityContext> keys;

    IssuerKeys(Issuer issuer, TokenProperties properties) {
        this.issuer = issuer;
        this.keys = JWKSourceBuilder.create(issuer)
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
                .outageTolerant(properties.keysOutage().toMillis())
                .build();
    }

    /** How long a request waits for a fetch that another has begun. */
    private static Duration waiting(TokenProperties properties) {
        return properties.keysTimeout().multipliedBy(2);
    }

    @Override
    public List<JWK> get(JWKSelector wanted, @Nullable SecurityContext context) throws KeySourceException {
        try {
            var found = keys.get(wanted, context);
            if (found.isEmpty() && issuer.away()) {
                throw new JWKSetUnavailableException("The key is unknown, and the issuer does not answer");
            }
            return found;
        } catch (RateLimitReachedException asked) {
            if (issuer.away()) {
                throw asked;
            }
            return List.of();
        }
    }

    @Override
    public void close() throws IOException {
        ((JWKSetBasedJWKSource<?>) keys).close();
    }
}
