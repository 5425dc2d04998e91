package io.streakboard.identity.tokens;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.util.unit.DataSize;

/**
 * The tokens that were found good not long ago, so that the same signature is not checked with each request. A token is
 * known by all its characters: one that differs anywhere is another one, and is checked. It is forgotten when it
 * expires, when the keys are no longer those that it was checked with, and after five minutes in any case.
 */
class CheckedTokens {

    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** What an entry takes besides its texts, about. */
    private static final int BYTES = 1500;

    /** A token's text is kept once, and what it says again, as claims. */
    private static final int BYTES_A_CHARACTER = 3;

    private record Checked(JwtAuthenticationToken caller, Instant until, Object keys) {}

    private final InstantSource clock;
    private final Cache<String, Checked> tokens;

    /** @param memory what all entries may take, about */
    CheckedTokens(DataSize memory, InstantSource clock, Ticker ticker) {
        this.clock = clock;
        this.tokens = Caffeine.newBuilder()
                .maximumWeight(memory.toBytes())
                .weigher((String token, Checked checked) -> BYTES + BYTES_A_CHARACTER * token.length())
                .expireAfterWrite(LONGEST)
                .ticker(ticker)
                .build();
    }

    /** Tokens may take a sixteenth of the heap. */
    static CheckedTokens ofHeap() {
        return new CheckedTokens(
                DataSize.ofBytes(Runtime.getRuntime().maxMemory() / 16), InstantSource.system(), Ticker.systemTicker());
    }

    /**
     * Who has sent a token; null if it has to be checked.
     *
     * @param keys the keys as they are now, null if they are not known
     */
    @Nullable
    Authentication find(String token, @Nullable Object keys) {
        var checked = tokens.getIfPresent(token);
        if (checked == null) {
            return null;
        }
        if (checked.keys() != keys || !clock.instant().isBefore(checked.until())) {
            tokens.invalidate(token);
            return null;
        }
        return checked.caller();
    }

    /**
     * Remembers a token that was found good by itself: one that is bound to a certificate is checked with each request.
     *
     * @param keys the keys as they were before it was checked, null if they were not known
     */
    void remember(JwtAuthenticationToken caller, @Nullable Object keys) {
        var until = caller.getToken().getExpiresAt();
        if (keys != null && until != null && !isBound(caller.getToken())) {
            caller.setDetails(null); // of the one request, while this is for many
            tokens.put(caller.getToken().getTokenValue(), new Checked(caller, until, keys));
        }
    }

    /** Whether each request has to show a certificate or another proof that fits the token (RFC 7800). */
    private static boolean isBound(Jwt token) {
        return token.hasClaim("cnf");
    }

    long size() {
        tokens.cleanUp();
        return tokens.estimatedSize();
    }
}
