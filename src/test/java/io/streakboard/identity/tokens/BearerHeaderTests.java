package io.streakboard.identity.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;

class BearerHeaderTests {

    private final BearerHeader header = new BearerHeader();

    @ParameterizedTest
    @CsvSource({"Bearer abc,abc", "bearer a.b-c_d~e+f/9==,a.b-c_d~e+f/9==", "BEARER Z=,Z="})
    void readsTheToken(String authorization, String token) {
        assertThat(header.resolve(request(authorization))).isEqualTo(token);
    }

    @Test
    void findsNoTokenWithoutTheHeader() {
        assertThat(header.resolve(request(null))).isNull();
    }

    @Test
    void findsNoTokenInParameters() {
        var request = request(null);
        request.setMethod("GET");
        request.setParameter("access_token", "abc");
        request.setQueryString("access_token=abc");

        assertThat(header.resolve(request)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic YTpi", "Bear abc", "Token abc"})
    void findsNoTokenOfAnotherScheme(String authorization) {
        assertThat(header.resolve(request(authorization))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer",
                "Bearer ",
                "Bearerabc",
                "Bearer  abc",
                "Bearer abc ",
                "Bearer a b",
                "Bearer =",
                "Bearer a=b",
                "Bearer\tabc",
                "Bearer a,b",
                "Bearer ä",
                "Bearer abc\u0000"
            })
    void refusesMalformedHeaders(String authorization) {
        assertThatThrownBy(() -> header.resolve(request(authorization)))
                .isInstanceOf(OAuth2AuthenticationException.class)
                .hasMessageContaining("malformed");
    }

    /** Texts of few characters, so that many of them are almost a header. */
    @Test
    void readsAllThatSpringReads() {
        var random = new Random(17);
        var alphabet = "Bearer bEARER=/ a.-\tä";
        for (int i = 0; i < 50_000; i++) {
            var text = new StringBuilder(random.nextBoolean() ? "Bearer " : "");
            random.ints(random.nextInt(6), 0, alphabet.length()).forEach(index -> text.append(alphabet.charAt(index)));

            assertThat(answer(header, text.toString()))
                    .as("<%s>", text)
                    .isEqualTo(answer(new DefaultBearerTokenResolver(), text.toString()));
        }
    }

    private static @Nullable String answer(BearerTokenResolver resolver, String authorization) {
        try {
            return resolver.resolve(request(authorization));
        } catch (OAuth2AuthenticationException refused) {
            return refused.getError().toString();
        }
    }

    private static MockHttpServletRequest request(@Nullable String authorization) {
        var request = new MockHttpServletRequest();
        if (authorization != null) {
            request.addHeader("Authorization", authorization);
        }
        return request;
    }
}
