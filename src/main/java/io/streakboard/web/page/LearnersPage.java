package io.streakboard.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.streakboard.web.Features;
import io.streakboard.web.Problem;
import io.streakboard.web.login.Login;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.util.DigestUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.json.JsonMapper;

/**
 * The page for learners and its parts, which pages of other origins may embed. Anyone may load these files, because
 * only the API has data. They are served as bytes, because Spring would serve ranges of a {@code Resource}.
 */
@RestController
@PreAuthorize("permitAll")
class LearnersPage implements Features {

    private static final String[] FOLDERS = {
        "classpath*:static/streakboard/*.*",
        "classpath*:static/login/*.js",
        "classpath*:META-INF/resources/webjars/lit-html/*/lit-html.js"
    };
    private static final String PAGE = "index.html";
    private static final String STYLE = "style.js";

    private static final Map<String, MediaType> TYPES = Map.of(
            "html", new MediaType("text", "html", UTF_8),
            "js", new MediaType("text", "javascript", UTF_8),
            "ts", new MediaType("text", "plain", UTF_8),
            "css", new MediaType("text", "css", UTF_8),
            "json", new MediaType("application", "manifest+json", UTF_8),
            "svg", new MediaType("image", "svg+xml"),
            "png", MediaType.IMAGE_PNG);

    /** What of a script is for readers of its source: comments but licences, and indentation. */
    private static final Pattern FOR_READERS = Pattern.compile(
            "^\\s*/\\*\\*(?!\\s*\\* @license)[\\s\\S]*?\\*/\n|^\\s*//.*\n|(?<=[;{(,]) // .*|^\\s+", Pattern.MULTILINE);

    /** Blanks that rules of style do not need. */
    private static final Pattern BLANKS_OF_STYLE = Pattern.compile("(?<=[{};:,]) | (?=\\{)");

    private final Map<String, ResponseEntity<byte[]>> files = new HashMap<>();
    private final String policy;
    private final PageProperties properties;

    /** @param claim where tokens have the learner */
    LearnersPage(
            PageProperties properties,
            Login login,
            JsonMapper json,
            @Value("${streakboard.tokens.learner-claim:sub}") String claim)
            throws IOException {
        this.properties = properties;
        policy =
                "default-src 'none'; script-src 'self'; style-src 'self'; manifest-src 'self'; worker-src 'self'; img-src "
                        + allowed(properties.pictures()) + "; connect-src " + allowed(List.of(login.origin()))
                        + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        if (properties.enabled()) {
            var all = new TreeMap<String, Object>(login.settings(login.scope()));
            all.put("claim", path(claim));
            var settings = HtmlUtils.htmlEscape(json.writeValueAsString(all));
            for (var file : resources()) {
                files.put(String.valueOf(file.getFilename()), answer(file, settings));
            }
        }
    }

    /** The names that lead to a claim, which may be a JSON Pointer. */
    private static List<String> path(String claim) {
        return claim.startsWith("/")
                ? Stream.iterate(JsonPointer.compile(claim), rest -> !rest.matches(), JsonPointer::tail)
                        .map(JsonPointer::getMatchingProperty)
                        .toList()
                : List.of(claim);
    }

    private static String allowed(List<String> origins) {
        return Stream.concat(Stream.of("'self'"), origins.stream())
                .filter(each -> !each.isEmpty())
                .collect(joining(" "));
    }

    static List<Resource> resources() throws IOException {
        var found = new ArrayList<Resource>();
        for (var folder : FOLDERS) {
            found.addAll(List.of(new PathMatchingResourcePatternResolver().getResources(folder)));
        }
        return found;
    }

    @Override
    public List<String> features() {
        return properties.pictures().isEmpty() ? List.of() : List.of("pictures");
    }

    @GetMapping("/")
    ResponseEntity<byte[]> page() {
        return file(PAGE);
    }

    @GetMapping("/streakboard/{file}")
    ResponseEntity<byte[]> file(@PathVariable String file) {
        var found = files.get(file);
        if (found == null) {
            throw Problem.notFound("There is no such file");
        }
        return found;
    }

    /** A file as it is served; a page has yet to get its settings. */
    static byte[] content(Resource file) throws IOException {
        var name = String.valueOf(file.getFilename());
        return type(name).equals("png")
                ? file.getContentAsByteArray()
                : shortened(name, file.getContentAsString(UTF_8)).getBytes(UTF_8);
    }

    private static String shortened(String name, String text) {
        var script = type(name).equals("js") ? FOR_READERS.matcher(text).replaceAll("") : text;
        return name.equals(STYLE) || type(name).equals("css")
                ? BLANKS_OF_STYLE.matcher(script).replaceAll("")
                : script;
    }

    private static String type(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private ResponseEntity<byte[]> answer(Resource file, String settings) throws IOException {
        var name = String.valueOf(file.getFilename());
        var content = name.equals(PAGE)
                ? new String(content(file), UTF_8)
                        .replace("{{login}}", settings)
                        .getBytes(UTF_8)
                : content(file);
        return ResponseEntity.ok()
                .contentType(TYPES.getOrDefault(type(name), MediaType.APPLICATION_OCTET_STREAM))
                .eTag("W/\"" + DigestUtils.md5DigestAsHex(content) + "\"") // a strong tag prevents compression
                .cacheControl(CacheControl.noCache())
                .header(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*")
                .header("Cross-Origin-Resource-Policy", "cross-origin")
                .header("Content-Security-Policy", policy)
                .header("Service-Worker-Allowed", "/") // because its file is not at the root
                .body(content);
    }
}
