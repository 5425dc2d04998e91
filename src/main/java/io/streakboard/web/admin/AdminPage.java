package io.streakboard.web.admin;

import io.streakboard.web.login.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;
import org.springframework.util.MimeType;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code /actuator/admin}: a page for admins. It has the same origin as the endpoints that it calls, so a browser needs
 * no permission to call them. Anyone may load the page, but the endpoints need a token.
 */
@Component
@WebEndpoint(id = "admin")
class AdminPage {

    private static final String FOLDER = "static/admin/";
    private static final String RULES = "rules";
    private static final String HTML = "text/html";
    private static final String SCRIPT = "text/javascript";
    private static final String STYLE = "text/css";

    private static final Set<String> SCRIPTS = Set.of(
            "admin.js",
            "actions.js",
            "api.js",
            "attendance.js",
            "audit.js",
            "badges.js",
            "boards.js",
            "calendar.js",
            "cards.js",
            "charts.js",
            "downloads.js",
            "elements.js",
            "forms.js",
            "imports.js",
            "leagues.js",
            "learner.js",
            "learner-actions.js",
            "learner-days.js",
            "parked.js",
            "rule-document.js",
            "rule-fields.js",
            "rule-forms.js",
            "rules.js",
            "say.js",
            "season.js",
            "today.js",
            "top.js",
            "webhooks.js",
            "words.en.js",
            "words.zh.js",
            "xapi.js");

    private static final Set<String> STYLES = Set.of("admin.css", "rules.css");

    /** Files shared with the learners' page, by their folders. */
    private static final Map<String, String> SHARED = Map.of(
            "client.js", "static/streakboard/", // for words.js, as is the next
            "days.js", "static/streakboard/",
            "login.js", "static/login/",
            "token.js", "static/login/",
            "words.js", "static/streakboard/");

    private static final String LIT = "lit-html.js";

    private final byte[] page;
    private final byte[] rules;
    private final byte[] lit;

    AdminPage(Login login, JsonMapper json) throws IOException {
        var settings = HtmlUtils.htmlEscape(json.writeValueAsString(login.settings(login.adminScope())));
        page = page("index.html", login.origin(), settings);
        rules = page("rules.html", login.origin(), settings);
        lit = new PathMatchingResourcePatternResolver()
                .getResources("classpath*:META-INF/resources/webjars/lit-html/*/" + LIT)[0].getContentAsByteArray();
    }

    private static byte[] page(String name, String origin, String settings) throws IOException {
        return read(FOLDER + name)
                .replace("{{origin}}", origin)
                .replace("{{login}}", settings)
                .getBytes(StandardCharsets.UTF_8);
    }

    @ReadOperation(produces = HTML)
    WebEndpointResponse<byte[]> page() {
        return answer(page, HTML);
    }

    /** The page of rules, under {@code rules}, or a file of either page. */
    @ReadOperation(produces = {HTML, SCRIPT, STYLE})
    WebEndpointResponse<byte[]> file(@Selector String name) throws IOException {
        if (name.equals(RULES)) {
            return answer(rules, HTML);
        }
        if (STYLES.contains(name)) {
            return answer(bytes(FOLDER + name), STYLE);
        }
        if (name.equals(LIT)) {
            return answer(lit, SCRIPT);
        }
        if (SHARED.containsKey(name)) {
            return answer(bytes(SHARED.get(name) + name), SCRIPT);
        }
        return SCRIPTS.contains(name)
                ? answer(bytes(FOLDER + name), SCRIPT)
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    private static byte[] bytes(String path) throws IOException {
        return read(path).getBytes(StandardCharsets.UTF_8);
    }

    private static String read(String path) throws IOException {
        return new ClassPathResource(path).getContentAsString(StandardCharsets.UTF_8);
    }

    /**
     * Returns bytes instead of a {@code Resource}: Spring would serve ranges of a resource, and answer a malformed
     * range with the whole file.
     */
    private static WebEndpointResponse<byte[]> answer(byte[] content, String type) {
        return new WebEndpointResponse<>(content, MimeType.valueOf(type + ";charset=UTF-8"));
    }
}
