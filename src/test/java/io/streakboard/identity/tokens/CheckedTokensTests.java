package io.streakboard.identity.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.util.unit.DataSize;

class CheckedTokensTests {

    private static final Object KEYS = new Object();
    private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final CheckedTokens tokens = new CheckedTokens(
            DataSize.ofKilobytes(256), now::get, () -> sinceStart().toNanos());

    private Duration sinceStart() {
        return Duration.between(START, now.get());
    }

    @Test
    void knowsATokenThatWasFoundGood() {
        var caller = caller("a.b.c", Duration.ofHours(1));

        tokens.remember(caller, KEYS);

        assertThat(tokens.find("a.b.c", KEYS)).isSameAs(caller);
    }

    @Test
    void knowsATokenByAllItsCharacters() {
        tokens.remember(caller("a.b.c", Duration.ofHours(1)), KEYS);

        assertThat(tokens.find("a.b.d", KEYS)).isNull();
        assertThat(tokens.find("a.b.", KEYS)).isNull();
        assertThat(tokens.find("a.b.c=", KEYS)).isNull();
    }

    @Test
    void forgetsATokenInTheSecondInWhichItExpires() {
        tokens.remember(caller("a.b.c", Duration.ofSeconds(10)), KEYS);

        now.set(START.plusMillis(9_999));
        assertThat(tokens.find("a.b.c", KEYS)).isNotNull();
        now.set(START.plusSeconds(10));
        assertThat(tokens.find("a.b.c", KEYS)).isNull();
    }

    @Test
    void forgetsATokenAfterFiveMinutesHoweverOftenItComes() {
        tokens.remember(caller("a.b.c", Duration.ofHours(1)), KEYS);

        for (int second = 0; second < 300; second += 30) {
            now.set(START.plusSeconds(second));
            assertThat(tokens.find("a.b.c", KEYS)).isNotNull();
        }
        now.set(START.plusSeconds(300));
        assertThat(tokens.find("a.b.c", KEYS)).isNull();
    }

    @Test
    void forgetsATokenWhenOtherKeysCome() {
        tokens.remember(caller("a.b.c", Duration.ofHours(1)), KEYS);

        assertThat(tokens.find("a.b.c", new Object())).isNull();
        assertThat(tokens.find("a.b.c", KEYS)).as("for good").isNull();
    }

    @Test
    void knowsNoTokenWhileTheKeysAreNotKnown() {
        tokens.remember(caller("a.b.c", Duration.ofHours(1)), null);

        assertThat(tokens.find("a.b.c", null)).isNull();
    }

    /** The certificate comes with the request, not with the token. */
    @Test
    void knowsNoTokenThatIsBoundToACertificate() {
        tokens.remember(caller("a.b.c", Duration.ofHours(1), Map.of("cnf", Map.of("x5t#S256", "abc"))), KEYS);

        assertThat(tokens.find("a.b.c", KEYS)).isNull();
    }

    @Test
    void takesNoMoreMemoryThanItMay() {
        for (int i = 0; i < 1_000; i++) {
            tokens.remember(caller("a.b." + i, Duration.ofHours(1)), KEYS);
        }

        assertThat(tokens.size()).isBetween(100L, 256 * 1024 / 1500L);
    }

    @Test
    void forgetsTheLeastRecentlyUsedFirst() {
        for (int i = 0; i < 1_000; i++) {
            tokens.remember(caller("a.b." + i, Duration.ofHours(1)), KEYS);
            for (int again = 0; again < 3; again++) {
                assertThat(tokens.find("a.b." + Math.max(0, i - 20), KEYS))
                        .as("came lately")
                        .isNotNull();
            }
        }

        assertThat(tokens.find("a.b.500", KEYS)).isNull();
    }

    @Test
    void keepsMostOfWhatItHasRoomFor() {
        int callers = 256 * 1024 / 1600 * 3 / 4;
        for (int i = 0; i < 3 * callers; i++) {
            var token = "a.b." + i % callers;
            if (i >= callers) {
                assertThat(tokens.find(token, KEYS)).as(token).isNotNull();
            } else {
                tokens.remember(caller(token, Duration.ofHours(1)), KEYS);
            }
        }
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
