package io.streakboard.identity.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.util.unit.DataSize;

class ValidatedTokenCacheTests {

    private static final Object KEYS = new Object();
    private static final String TOKEN = "a.b.cccc";
    private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final ValidatedTokenCache tokens = new ValidatedTokenCache(
            DataSize.ofKilobytes(256), now::get, () -> sinceStart().toNanos());

    private Duration sinceStart() {
        return Duration.between(START, now.get());
    }

    @Test
    void knowsATokenThatWasFoundGood() {
        var caller = caller(TOKEN, Duration.ofHours(1));

        tokens.remember(caller, KEYS);

        assertThat(tokens.find(TOKEN, KEYS)).isSameAs(caller);
    }

    @Test
    void knowsATokenByAllItsCharacters() {
        tokens.remember(caller(TOKEN, Duration.ofHours(1)), KEYS);

        assertThat(tokens.find("a.b.dddd", KEYS)).isNull();
        assertThat(tokens.find("a.b.", KEYS)).isNull();
        assertThat(tokens.find(TOKEN + "=", KEYS)).isNull();
    }

    @Test
    void forgetsATokenInTheSecondInWhichItExpires() {
        tokens.remember(caller(TOKEN, Duration.ofSeconds(10)), KEYS);

        now.set(START.plusMillis(9_999));
        assertThat(tokens.find(TOKEN, KEYS)).isNotNull();
        now.set(START.plusSeconds(10));
        assertThat(tokens.find(TOKEN, KEYS)).isNull();
    }

    @Test
    void forgetsATokenAfterFiveMinutesHoweverOftenItComes() {
        tokens.remember(caller(TOKEN, Duration.ofHours(1)), KEYS);

        for (int second = 0; second < 300; second += 30) {
            now.set(START.plusSeconds(second));
            assertThat(tokens.find(TOKEN, KEYS)).isNotNull();
        }
        now.set(START.plusSeconds(300));
        assertThat(tokens.find(TOKEN, KEYS)).isNull();
    }

    @Test
    void forgetsATokenWhenOtherKeysCome() {
        tokens.remember(caller(TOKEN, Duration.ofHours(1)), KEYS);

        assertThat(tokens.find(TOKEN, new Object())).isNull();
        assertThat(tokens.find(TOKEN, KEYS)).as("for good").isNull();
    }

    @Test
    void knowsNoTokenWhileTheKeysAreNotKnown() {
        tokens.remember(caller(TOKEN, Duration.ofHours(1)), null);

        assertThat(tokens.find(TOKEN, null)).isNull();
    }

    /** The certificate comes with the request, not with the token. */
    @Test
    void knowsNoTokenThatIsBoundToACertificate() {
        tokens.remember(caller(TOKEN, Duration.ofHours(1), Map.of("cnf", Map.of("x5t#S256", "abc"))), KEYS);

        assertThat(tokens.find(TOKEN, KEYS)).isNull();
    }

    /** The decoder takes all these for the same token. */
    @ParameterizedTest
    @ValueSource(strings = {"a.b.cccc=", "a.b.cccc~", "a.b.c+cc", "a.b.cccc~~~~", "a.b.ccd", "a.b.c"})
    void knowsNoTokenThatHasOtherTexts(String token) {
        tokens.remember(caller(token, Duration.ofHours(1)), KEYS);

        assertThat(tokens.size()).isZero();
    }

    @Test
    void takesNoMoreMemoryThanItMay() {
        for (int i = 0; i < 1_000; i++) {
            tokens.remember(caller(token(i), Duration.ofHours(1)), KEYS);
        }

        assertThat(tokens.size()).isBetween(100L, 256 * 1024 / 1500L);
    }

    @Test
    void forgetsTheLeastRecentlyUsedFirst() {
        for (int i = 0; i < 1_000; i++) {
            tokens.remember(caller(token(i), Duration.ofHours(1)), KEYS);
            for (int again = 0; again < 3; again++) {
                assertThat(tokens.find(token(Math.max(0, i - 20)), KEYS))
                        .as("came lately")
                        .isNotNull();
            }
        }

        assertThat(tokens.find(token(500), KEYS)).isNull();
    }

    @Test
    void keepsMostOfWhatItHasRoomFor() {
        int callers = 256 * 1024 / 1600 * 3 / 4;
        for (int i = 0; i < 3 * callers; i++) {
            var token = token(i % callers);
            if (i >= callers) {
                assertThat(tokens.find(token, KEYS)).as(token).isNotNull();
            } else {
                tokens.remember(caller(token, Duration.ofHours(1)), KEYS);
            }
        }
    }

    private static String token(int number) {
        return "a.b.%04d".formatted(number);
    }

    private JwtAuthenticationToken caller(String token, Duration life) {
        return caller(token, life, Map.of());
    }

    private JwtAuthenticationToken caller(String token, Duration life, Map<String, Object> claims) {
        return new JwtAuthenticationToken(Jwt.withTokenValue(token)
                .header("alg", "RS256")
                .subject("42")
                .claims(all -> all.putAll(claims))
                .expiresAt(START.plus(life))
                .build());
    }
}
