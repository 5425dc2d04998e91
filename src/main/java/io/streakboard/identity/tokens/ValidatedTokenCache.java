package io.streakboard.identity.tokens;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.util.unit.DataSize;

/**
 * Cache of recently validated tokens, which saves checking the same signature with each request. The key is the whole
 * token, so a token that differs anywhere is checked. A token is forgotten when it expires, when the issuer's keys
 * change, and after five minutes in any case.
 *
 * <p>When full, the least recently used tokens are forgotten: a learner comes a few times within seconds and then not
 * for hours, so frequency says nothing. The cache consists of a few parts. A used token moves to the youngest part;
 * when that is full, a new part begins and the oldest is dropped.
 */
class ValidatedTokenCache {

    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** Approximate bytes of an entry besides its texts. */
    private static final int BYTES = 1500;

    /** A token's text is kept once, its content a second time as claims. */
    private static final int BYTES_A_CHARACTER = 2;

    /** The oldest part is dropped as a whole, so recent tokens can use all parts but one. */
    private static final int PARTS = 8;

    /** @param checkedAt by the ticker, in nanoseconds */
    private record CachedToken(JwtAuthenticationToken caller, Instant until, Object keys, long checkedAt) {}

    private record CachePart(Map<String, CachedToken> tokens, AtomicLong bytes) {

        CachePart() {
            this(new ConcurrentHashMap<>(), new AtomicLong());
        }
    }

    private final InstantSource clock;
    private final Ticker ticker;
    private final long bytesOfPart;

    /** The youngest first. */
    private volatile List<CachePart> parts = List.of(new CachePart());

    /** @param memory approximate most bytes of all entries */
    ValidatedTokenCache(DataSize memory, InstantSource clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
        this.bytesOfPart = memory.toBytes() / PARTS;
    }

    /** Tokens may take a sixteenth of the heap. */
    static ValidatedTokenCache ofHeap() {
        return new ValidatedTokenCache(
                DataSize.ofBytes(Runtime.getRuntime().maxMemory() / 16), InstantSource.system(), Ticker.systemTicker());
    }

    /**
     * The caller of a known token; null if the token has to be checked.
     *
     * @param keys the current keys, null if they are not known
     */
    @Nullable
    Authentication find(String token, @Nullable Object keys) {
        for (var part : parts) {
            var checked = part.tokens().get(token);
            if (checked != null) {
                return isGood(checked, keys) ? moved(token, checked, part).caller() : forgotten(token);
            }
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // the same object means the same keys, see IssuerKeys.now()
    private boolean isGood(CachedToken checked, @Nullable Object keys) {
        return checked.keys() == keys
                && clock.instant().isBefore(checked.until())
                && ticker.read() - checked.checkedAt() < LONGEST.toNanos();
    }

    @SuppressWarnings("ReferenceEquality") // parts are mutable, so they are compared by identity
    private CachedToken moved(String token, CachedToken checked, CachePart from) {
        if (from != parts.getFirst()) {
            put(token, checked);
            from.tokens().remove(token, checked);
        }
        return checked;
    }

    private @Nullable Authentication forgotten(String token) {
        parts.forEach(part -> part.tokens().remove(token));
        return null;
    }

    /**
     * Remembers a validated token, unless the client could fill the cache with other spellings of it. A token bound to
     * a certificate must not be remembered: it is checked with each request.
     *
     * @param keys the keys before the check, null if they were not known
     */
    void remember(JwtAuthenticationToken caller, @Nullable Object keys) {
        var until = caller.getToken().getExpiresAt();
        var token = caller.getToken().getTokenValue();
        if (keys != null && until != null && !isBound(caller.getToken()) && isCanonical(token)) {
            caller.setDetails(null); // details belong to one request, the cached object serves many
            put(token, new CachedToken(caller, until, keys, ticker.read()));
        }
    }

    private void put(String token, CachedToken checked) {
        var young = parts.getFirst();
        long bytes = BYTES + (long) BYTES_A_CHARACTER * token.length();
        if (young.tokens().put(token, checked) == null && young.bytes().addAndGet(bytes) + bytes > bytesOfPart) {
            turn(young);
        }
    }

    @SuppressWarnings("ReferenceEquality") // as above
    private synchronized void turn(CachePart full) {
        if (parts.getFirst() == full) { // or another thread was faster
            parts = Stream.concat(Stream.of(new CachePart()), parts.stream())
                    .limit(PARTS)
                    .toList();
        }
    }

    /** Whether each request has to show a certificate or another proof that fits the token (RFC 7800). */
    private static boolean isBound(Jwt token) {
        return token.hasClaim("cnf");
    }

    /**
     * Whether the signature has its only canonical text. Checking a signature ignores stray characters and bits; the
     * signed part cannot vary.
     */
    private static boolean isCanonical(String token) {
        var signature = token.substring(token.lastIndexOf('.') + 1);
        try {
            var bytes = Base64.getUrlDecoder().decode(signature);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(signature);
        } catch (IllegalArgumentException other) {
            return false;
        }
    }

    /** The number of entries. */
    long size() {
        return parts.stream().mapToLong(part -> part.tokens().size()).sum();
    }
}
