package io.streakboard.identity.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.filter.CorsFilter;
import tools.jackson.databind.json.JsonMapper;

class CrossOriginTests {

    private static final String PAGE = "https://learn.example.org";
    private static final String OWN = "https://streak.example.org";

    @Test
    void pagesOfAConfiguredOriginMayCall() throws Exception {
        var answer = preflight(PAGE, PAGE);

        assertThat(answer.getStatus()).isEqualTo(200);
        assertThat(answer.getHeader("Access-Control-Allow-Origin")).isEqualTo(PAGE);
        assertThat(answer.getHeader("Access-Control-Allow-Credentials")).isNull();
    }

    @Test
    void othersAreRefusedWithAProblem() throws Exception {
        var answer = preflight("https://evil.example.org", PAGE);

        assertThat(answer.getStatus()).isEqualTo(403);
        assertThat(answer.getContentType()).isEqualTo("application/problem+json");
        assertThat(answer.getContentAsString()).contains("urn:streakboard:problem:forbidden", "\"code\":\"origin\"");
        assertThat(answer.getHeader("Access-Control-Allow-Origin")).isNull();
    }

    @Test
    void withoutConfigurationNoOriginIsAllowed() throws Exception {
        assertThat(preflight(PAGE).getHeader("Access-Control-Allow-Origin")).isNull();
    }

    /** All methods of controllers. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "PATCH", "DELETE"})
    void thePageMayCallAllRoutes(String method) throws Exception {
        var request = new MockHttpServletRequest("OPTIONS", "/api/me/privacy");
        request.addHeader("Origin", PAGE);
        request.addHeader("Access-Control-Request-Method", method);
        var response = new MockHttpServletResponse();
        filter(PAGE).doFilter(request, response, new MockFilterChain());

        assertThat(response.getHeader("Access-Control-Allow-Methods")).contains(method);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "https://*.example.org",
                "learn.example.org",
                "https://learn.example.org/",
                "https://learn.example.org:65536",
                "https://learn.example.org:99999999999"
            })
    void onlyWholeOriginsAreConfigured(String origin) {
        assertThatThrownBy(() -> new CorsProperties(List.of(origin)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("streakboard.cors.origins");
    }

    @Test
    void thePageReadsTheIdOfItsRequest() throws Exception {
        var request = new MockHttpServletRequest("GET", "/api/rules");
        request.addHeader("Origin", PAGE);
        var response = new MockHttpServletResponse();
        filter(PAGE).doFilter(request, response, new MockFilterChain());

        assertThat(response.getHeaderValues("Access-Control-Expose-Headers").toString())
                .contains("X-Request-Id");
    }

    /** Browsers send {@code Origin} with them as well. Behind a proxy the request has another scheme. */
    @Test
    void postsOfTheOwnPageArriveThroughAProxyThatEndsTls() throws Exception {
        assertThat(post(OWN, "Host", "streak.example.org").getStatus()).isEqualTo(200);
        assertThat(post(OWN + ":8443", "Host", "streak.example.org:8443").getStatus())
                .isEqualTo(200);
    }

    @Test
    void postsOfTheOwnPageArriveThroughAProxyThatChangesTheHost() throws Exception {
        var answer = post(OWN, "Host", "streakboard", "Sec-Fetch-Site", "same-origin");

        assertThat(answer.getStatus()).isEqualTo(200);
        assertThat(answer.getHeader("Access-Control-Allow-Origin")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "streak.example.org:8443, ''",
        "streakboard, ''",
        "streakboard, cross-site",
        "streakboard, same-site",
        "streak.example.org, cross-site"
    })
    void postsOfOtherPagesAreRefused(String host, String site) throws Exception {
        var answer = site.isEmpty() ? post(OWN, "Host", host) : post(OWN, "Host", host, "Sec-Fetch-Site", site);

        assertThat(answer.getStatus()).isEqualTo(403);
    }

    @Test
    void forwardedHeadersMakeNoPageTheOwn() throws Exception {
        var answer = post(
                "https://evil.example.org",
                "Host",
                "streak.example.org",
                "X-Forwarded-Host",
                "evil.example.org",
                "X-Forwarded-Proto",
                "https",
                "Forwarded",
                "host=evil.example.org;proto=https");

        assertThat(answer.getStatus()).isEqualTo(403);
        assertThat(answer.getHeader("Access-Control-Allow-Origin")).isNull();
    }

    private static MockHttpServletResponse post(String origin, String... headers) throws ServletException, IOException {
        var request = new MockHttpServletRequest("POST", "/api/sign-ins");
        request.addHeader("Origin", origin);
        for (int i = 0; i < headers.length; i += 2) {
            request.addHeader(headers[i], headers[i + 1]);
        }
        var response = new MockHttpServletResponse();
        filter(PAGE).doFilter(request, response, new MockFilterChain());
        return response;
    }

    private static MockHttpServletResponse preflight(String origin, String... allowed)
            throws ServletException, IOException {
        var request = new MockHttpServletRequest("OPTIONS", "/api/rules");
        request.addHeader("Origin", origin);
        request.addHeader("Access-Control-Request-Method", "GET");
        var response = new MockHttpServletResponse();
        filter(allowed).doFilter(request, response, new MockFilterChain());
        return response;
    }

    private static CorsFilter filter(String... allowed) {
        return new CrossOrigin().corsFilter(new CorsProperties(List.of(allowed)), JsonMapper.shared());
    }
}
