package io.streakboard.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.web.login.Login;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.web.ErrorResponseException;
import tools.jackson.databind.json.JsonMapper;

/** The files of the learners' page, as they are served. */
@IntegrationTest
class LearnersPageIntegrationTests {

    private static final Login LOGIN = new Login(
            "page-\"><script>",
            URI.create("https://id.example.org/authorize"),
            URI.create("https://id.example.org/token"),
            "openid",
            "openid admin");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Api api;

    LearnersPageIntegrationTests(Api api) {
        this.api = api;
    }

    @ParameterizedTest
    @CsvSource({
        "/, text/html;charset=UTF-8",
        "/streakboard/page.css, text/css;charset=UTF-8",
        "/streakboard/streakboard.js, text/javascript;charset=UTF-8",
        "/streakboard/lit-html.js, text/javascript;charset=UTF-8",
        "/streakboard/login.js, text/javascript;charset=UTF-8",
        "/streakboard/manifest.json, application/manifest+json;charset=UTF-8",
        "/streakboard/icon.svg, image/svg+xml",
        "/streakboard/icon.png, image/png"
    })
    void everybodyMayLoadTheFiles(String path, String type) throws Exception {
        var answer = get(path, "Accept", "*/*");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue(type);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
                .doesNotContain("unsafe");
    }

    @Test
    void aBrowserThatHasAFileIsToldSo() throws Exception {
        var first = get("/streakboard/page.js", "Accept", "*/*");

        var again = get(
                "/streakboard/page.js",
                "If-None-Match",
                first.headers().firstValue("ETag").orElseThrow());

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void filesAreCompressed() throws Exception {
        var plain = get("/streakboard/style.js", "Accept", "*/*");

        var compressed = get("/streakboard/style.js", "Accept-Encoding", "gzip");

        assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(compressed.body()).hasSizeLessThan(plain.body().length / 2);
    }

    @Test
    void allFilesTogetherAreSmall() throws IOException {
        long bytes = 0;
        for (var file : LearnersPage.resources()) {
            var packed = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(packed)) {
                gzip.write(file.getContentAsByteArray());
            }
            bytes += packed.size();
        }
        assertThat(bytes).isBetween(20_000L, 40 * 1024L);
    }

    @Test
    void theWorkerKeepsAllFilesButTheOneForHomeScreensAndItself() throws IOException {
        var worker = new ClassPathResource("static/streakboard/worker.js").getContentAsString(UTF_8);

        assertThat(LearnersPage.resources())
                .extracting(Resource::getFilename)
                .filteredOn(
                        name -> !Set.of("index.html", "icon.png", "worker.js").contains(name))
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(worker).contains("\"" + name + "\""));
    }

    @Test
    void nothingElseIsServed() {
        api.anonymous().get("/streakboard/nothing.js").isProblem(404, "not-found");
        api.anonymous().get("/static/streakboard/page.js").isProblem(401, "unauthorized");
    }

    @Test
    void withoutTheSettingThereIsNoPage() throws IOException {
        var off = new LearnersPage(new PageProperties(false), LOGIN, new JsonMapper());

        assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(off::page);
    }

    @Test
    void withALoginThePageMayCallTheIssuer() throws IOException {
        var page = new LearnersPage(new PageProperties(true), LOGIN, new JsonMapper()).page();

        assertThat(page.getHeaders().getFirst("Content-Security-Policy"))
                .contains("connect-src 'self' https://id.example.org;");
        assertThat(new String(page.getBody(), UTF_8))
                .contains("&quot;tokenUri&quot;")
                .doesNotContain("<script>");
    }

    private HttpResponse<byte[]> get(String path, String header, String value) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(api.url() + path))
                        .header(header, value)
                        .build(),
                BodyHandlers.ofByteArray());
    }
}
