package io.streakboard.identity.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.process.IssuerServer;
import io.streakboard.process.IssuerServer.Mode;
import io.streakboard.process.TestIssuer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/** Tokens whose issuer goes away, hangs, comes back and changes its key. */
class TokenAuthenticationTests {

    private static final Duration HOUR = Duration.ofHours(1);

    /** Fetches every second, waits for a quarter. */
    private static final TokenProperties SHORT_TIMEOUT =
            new TokenProperties(Duration.ofSeconds(1), HOUR, Duration.ofMillis(10), Duration.ofMillis(250));

    /** Fetches once, and once more for keys that are unknown. */
    private static final TokenProperties RELUCTANT =
            new TokenProperties(HOUR.multipliedBy(2), HOUR, HOUR, Duration.ofMinutes(1));

    private static final TokenClaims CLAIMS = TokenShapesTests.claims(Map.of());

    private final IssuerServer issuer = new IssuerServer();
    private TokenDecoder decoder = decoder(SHORT_TIMEOUT);
    private TokenAuthentication tokens = new TokenAuthentication(decoder, SHORT_TIMEOUT, CLAIMS);

    @AfterEach
    void close() throws IOException {
        decoder.close();
        issuer.close();
    }

    @Test
    void theKeysAreWhereTheIssuerSays() {
        untilKnown(issuer.token("42"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KEYS")
    void theKeysOutliveAnOutage(Mode outage) {
        var token = issuer.token("42");
        untilKnown(token);

        issuer.answers(outage);
        int before = issuer.asked();

        await().until(() -> issuer.asked() >= before + 2);
        assertThat(authenticated(token)).isEqualTo("42");
        assertThat(authenticated(issuer.token("43"))).isEqualTo("43");
    }

    @Test
    void aHeaderIsKnownWhileItsTokenIs() {
        var token = issuer.token("42");
        assertThat(tokens.known("Bearer " + token)).isNull();
        untilKnown(token);

        var caller = authenticate(token);
        assertThat(tokens.known("Bearer " + token)).isSameAs(caller);
        assertThat(tokens.known("Bearer " + token + "x")).isNull();
        assertThat(tokens.known("Basic " + token)).isNull();
        assertThat(tokens.known(null)).isNull();

        issuer.changesItsKey();
        await().untilAsserted(() -> assertThat(tokens.known("Bearer " + token)).isNull());
    }

    @Test
    void theKeysOutliveAnIssuerThatIsGone() {
        var token = issuer.token("42");
        untilKnown(token);

        issuer.goesAway();
        await().untilAsserted(() -> assertThatThrownBy(() -> authenticate(issuer.tokenWithKeyId("42", "unknown")))
                .isInstanceOf(IssuerUnavailable.class));

        assertThat(authenticated(token)).isEqualTo("42");
    }

    @Test
    void theKeysDoNotOutliveAnOutageThatLastsTooLong() throws IOException {
        configure(new TokenProperties(
                Duration.ofSeconds(1), Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofMillis(250)));
        untilKnown(issuer.token("42"));

        issuer.answers(Mode.FAILURE);

        await().untilAsserted(() ->
                assertThatThrownBy(() -> authenticate(issuer.token("42"))).isInstanceOf(IssuerUnavailable.class));
    }

    @Test
    void anIssuerMayComeLater() {
        issuer.goesAway();
        assertThatThrownBy(() -> authenticate(issuer.token("42"))).isInstanceOf(IssuerUnavailable.class);
        assertThat(tokens.authenticate(bearer(issuer.token("42")), () -> true).getName())
                .isEqualTo("anonymousUser");

        issuer.comesBack();

        await().ignoreExceptionsInstanceOf(IssuerUnavailable.class)
                .untilAsserted(
                        () -> assertThat(authenticated(issuer.token("42"))).isEqualTo("42"));
    }

    @Test
    void aNewKeyIsKnownAtOnce() throws IOException {
        configure(RELUCTANT);
        assertThat(authenticated(issuer.token("42"))).isEqualTo("42");

        issuer.changesItsKey();

        assertThat(authenticated(issuer.token("43"))).isEqualTo("43");
    }

    @Test
    void aKeyThatIsNoMoreIsForgotten() {
        var old = issuer.token("42");
        untilKnown(old);

        issuer.changesItsKey();

        await().untilAsserted(() ->
                assertThatThrownBy(() -> authenticate(old)).isInstanceOf(InvalidBearerTokenException.class));
    }

    @Test
    void unknownKeysCostTheIssuerNothing() throws IOException {
        configure(RELUCTANT);
        assertThat(authenticated(issuer.token("42"))).isEqualTo("42");

        IntStream.range(0, 20)
                .mapToObj(i -> issuer.tokenWithKeyId("42", "unknown-" + i))
                .forEach(token ->
                        assertThatThrownBy(() -> authenticate(token)).isInstanceOf(InvalidBearerTokenException.class));

        assertThat(issuer.asked()).isLessThanOrEqualTo(2);
        assertThat(authenticated(issuer.token("42"))).isEqualTo("42");
    }

    @Test
    void aTokenThatWasFoundGoodIsNotCheckedAgain() {
        var token = issuer.token("42");
        untilKnown(token);
        authenticate(token);

        assertThat(authenticate(token)).isSameAs(authenticate(token));
    }

    @Test
    void aTokenThatWasFoundGoodIsForgottenWithItsKey() {
        var old = issuer.token("42");
        untilKnown(old);
        authenticate(old);
        var known = authenticate(old);

        issuer.changesItsKey();

        await().untilAsserted(() ->
                assertThatThrownBy(() -> authenticate(old)).isInstanceOf(InvalidBearerTokenException.class));
        assertThat(known.getName()).isEqualTo("42");
    }

    @Test
    void aTokenStaysKnownWhenTheSameKeysAreFetchedAgain() {
        var token = issuer.token("42");
        untilKnown(token);
        authenticate(token);
        var known = authenticate(token);
        int before = issuer.asked();

        await().until(() -> issuer.asked() >= before + 2);

        assertThat(authenticate(token)).isSameAs(known);
    }

    @Test
    void invalidTokensAreNeverCached() {
        var good = issuer.token("42");
        untilKnown(good);
        authenticate(good);
        var forged = good.substring(0, good.length() - 6) + "AAAAAA";

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> authenticate(forged)).isInstanceOf(InvalidBearerTokenException.class);
        }
        assertThat(authenticated(good)).isEqualTo("42");
    }

    private void configure(TokenProperties properties) throws IOException {
        decoder.close();
        decoder = decoder(properties);
        tokens = new TokenAuthentication(decoder, properties, CLAIMS);
    }

    private TokenDecoder decoder(TokenProperties tokenProperties) {
        var properties = new OAuth2ResourceServerProperties();
        properties.getJwt().setIssuerUri(issuer.name());
        properties.getJwt().setAudiences(List.of(TestIssuer.AUDIENCE));
        try {
            return new TokenDecoder(properties, tokenProperties, CLAIMS);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** On a busy machine the issuer may not answer in time at first. */
    private void untilKnown(String token) {
        await().ignoreExceptionsInstanceOf(IssuerUnavailable.class)
                .untilAsserted(() -> assertThat(authenticated(token)).isEqualTo("42"));
    }

    private String authenticated(String token) {
        return authenticate(token).getName();
    }

    private Authentication authenticate(String token) {
        return tokens.authenticate(bearer(token));
    }

    private static Authentication bearer(String token) {
        return new BearerTokenAuthenticationToken(token);
    }
}
