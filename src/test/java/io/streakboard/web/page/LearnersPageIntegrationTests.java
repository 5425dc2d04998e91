package io.streakboard.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.web.login.Login;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

    /** A file that the page or a script names to be loaded with it. */
    private static final Pattern NAMED =
            Pattern.compile("(?:(?:src|href)=\"streakboard|(?:import|from) \"\\.)/([\\w.-]+)\"");

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
        "/streakboard/streakboard.d.ts, text/plain;charset=UTF-8",
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
                .contains("frame-ancestors 'none'")
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
    void commentsAndIndentationAreForReadersOfTheSource() throws Exception {
        var source = new ClassPathResource("static/streakboard/days.js").getContentAsString(UTF_8);

        var served = new String(get("/streakboard/days.js", "Accept", "*/*").body(), UTF_8);

        assertThat(source).contains("/** 0 is Monday. */");
        assertThat(served).contains("export const weekday = day =>").doesNotContain("/**", "\n ", "Monday");
        assertThat(new String(get("/streakboard/lit-html.js", "Accept", "*/*").body(), UTF_8))
                .contains("@license");
    }

    @Test
    void filesAreCompressed() throws Exception {
        var plain = get("/streakboard/style.js", "Accept", "*/*");

        var compressed = get("/streakboard/style.js", "Accept-Encoding", "gzip");

        assertThat(compressed.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(compressed.body()).hasSizeLessThan(plain.body().length / 2);
    }

    /** Of what is loaded before the first tap: the files that the page names, those that they import, the login and one language. */
    @Test
    void theFirstViewIsSmall() throws IOException {
        var files = LearnersPage.resources().stream()
                .collect(toMap(file -> String.valueOf(file.getFilename()), LearnersPageIntegrationTests::content));
        var loaded = new TreeSet<String>();
        List.of("index.html", "someone.js", "words.zh.js").forEach(file -> load(file, files, loaded));

        assertThat(loaded).contains("today.js", "calendar.js", "page.css").doesNotContain("board.js", "streakboard.js");
        assertThat(packed(files, loaded)).isBetween(20_000L, 36 * 1024L);
    }

    /** The worker loads all of them once, behind the first view. */
    @Test
    void allFilesTogetherAreSmall() throws IOException {
        var files = LearnersPage.resources().stream()
                .collect(toMap(file -> String.valueOf(file.getFilename()), LearnersPageIntegrationTests::content));

        files.remove("streakboard.d.ts"); // which is for compilers

        assertThat(packed(files, files.keySet())).isBetween(40_000L, 56 * 1024L);
    }

    private static void load(String file, Map<String, byte[]> files, Set<String> loaded) {
        if (loaded.add(file)) {
            NAMED.matcher(new String(requireNonNull(files.get(file), file), UTF_8))
                    .results()
                    .map(named -> named.group(1))
                    .forEach(named -> load(named, files, loaded));
        }
    }

    private static long packed(Map<String, byte[]> files, Set<String> names) throws IOException {
        long bytes = 0;
        for (var name : names) {
            var packed = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(packed)) {
                gzip.write(requireNonNull(files.get(name)));
            }
            bytes += packed.size();
        }
        return bytes;
    }

    private static byte[] content(Resource file) {
        try {
            return LearnersPage.content(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void theWorkerKeepsAllFilesOfThePageButTheOneForHomeScreensAndItself() throws IOException {
        var worker = new ClassPathResource("static/streakboard/worker.js").getContentAsString(UTF_8);

        assertThat(LearnersPage.resources())
                .extracting(Resource::getFilename)
                .filteredOn(name -> !Set.of("index.html", "icon.png", "streakboard.d.ts", "worker.js")
                        .contains(name))
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
        var off = new LearnersPage(new PageProperties(false, List.of()), LOGIN, new JsonMapper(), "sub");

        assertThatExceptionOfType(ErrorResponseException.class).isThrownBy(off::page);
    }

    @Test
    void picturesAreLoadedFromTheOriginsThatAreNamedAndFromNoOther() throws IOException {
        var without = new LearnersPage(new PageProperties(true, List.of()), LOGIN, new JsonMapper(), "sub");
        var with = new LearnersPage(
                new PageProperties(true, List.of("https://cdn.example.org")), LOGIN, new JsonMapper(), "sub");

        assertThat(without.page().getHeaders().getFirst("Content-Security-Policy"))
                .contains("img-src 'self';");
        assertThat(without.features()).isEmpty();
        assertThat(with.page().getHeaders().getFirst("Content-Security-Policy"))
                .contains("img-src 'self' https://cdn.example.org;");
        assertThat(with.features()).containsExactly("pictures");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PageProperties(true, List.of("https:")))
                .withMessageContaining("'https:' is not an https origin");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PageProperties(true, List.of("https://cdn.example.org:65536")));
    }

    @Test
    void withALoginThePageMayCallTheIssuer() throws IOException {
        var page = new LearnersPage(new PageProperties(true, List.of()), LOGIN, new JsonMapper(), "sub").page();

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
