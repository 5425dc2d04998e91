package io.streakboard.identity.tokens;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetRetrievalException;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the keys of the issuer. Their address is looked up on first use, not at the start, so that the application
 * starts while the issuer is down. It is in {@code <issuer>/.well-known/openid-configuration}, or where RFC 8414 says.
 */
class IssuerMetadataClient implements JWKSetSource<SecurityContext> {

    private static final Logger log = LoggerFactory.getLogger(IssuerMetadataClient.class);

    private static final int LARGEST = 1 << 20;
    private static final String OPENID = "/.well-known/openid-configuration";
    private static final String OAUTH = "/.well-known/oauth-authorization-server";

    private final String issuer;
    private final @Nullable String configured;
    private final Duration timeout;
    private final HttpClient http;
    private volatile @Nullable URI discovered;
    private volatile boolean away;

    /** @param keys address of the keys; null: ask the issuer */
    IssuerMetadataClient(String issuer, @Nullable String keys, Duration timeout) {
        this.issuer = issuer;
        this.configured = keys;
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(timeout)
                .build();
    }

    /** Whether the last fetch failed. */
    boolean away() {
        return away;
    }

    @Override
    public JWKSet getJWKSet(
            JWKSetCacheRefreshEvaluator ignored, long currentTime, @Nullable SecurityContext alsoIgnored)
            throws JWKSetUnavailableException {
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            var keys = JWKSet.parse(get(whereKeysAre(deadline), deadline));
            if (keys.isEmpty()) {
                throw new IOException("the key set is empty");
            }
            if (away) {
                away = false;
                log.info("The keys of the issuer {} can be fetched again", issuer);
            }
            return keys;
        } catch (IOException | ParseException | IllegalArgumentException failure) {
            discovered = null;
            if (!away) {
                away = true;
                log.warn("The keys of the issuer {} cannot be fetched: {}", issuer, failure.toString());
            }
            throw new JWKSetRetrievalException("The issuer does not answer", failure);
        }
    }

    private URI whereKeysAre(long deadline) throws IOException {
        if (configured != null) {
            return URI.create(configured);
        }
        var known = discovered;
        if (known == null) {
            known = discover(deadline);
            discovered = known;
        }
        return known;
    }

    private URI discover(long deadline) throws IOException {
        var root = issuer.replaceFirst("/+$", ""); // by both standards, though the name may end so
        var base = URI.create(root);
        var path = base.getRawPath() == null ? "" : base.getRawPath();
        var failure = new IOException("the issuer has no metadata");
        for (var uri : List.of(URI.create(root + OPENID), base.resolve(OPENID + path), base.resolve(OAUTH + path))) {
            try {
                var metadata = JSONObjectUtils.parse(get(uri, deadline));
                if (!issuer.equals(metadata.get("issuer"))) {
                    throw new IOException(uri + " is of another issuer");
                }
                return JSONObjectUtils.getURI(metadata, "jwks_uri");
            } catch (IOException | ParseException | NullPointerException notThere) {
                failure.addSuppressed(notThere);
            }
        }
        throw failure;
    }

    /** The timeout bounds the whole answer. Otherwise an answer that comes byte by byte could take for ever. */
    private String get(URI uri, long deadline) throws IOException {
        var request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json, application/jwk-set+json")
                .build();
        var pending = http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), LARGEST));
        try {
            var response = pending.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (response.statusCode() != 200) {
                throw new IOException(uri + " answered " + response.statusCode());
            }
            return response.body();
        } catch (TimeoutException late) {
            throw new IOException(uri + " did not answer within " + timeout.toMillis() + " ms", late);
        } catch (ExecutionException failure) {
            throw new IOException(uri + " cannot be read: " + failure.getCause(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        } finally {
            pending.cancel(true);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
