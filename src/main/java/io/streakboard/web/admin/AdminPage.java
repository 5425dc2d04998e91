package io.streakboard.web.admin;

import io.streakboard.web.login.Login;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ClassPathResource;
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
    private static final String LOGIN_FOLDER = "static/login/";
    private static final String HTML = "text/html";
    private static final String SCRIPT = "text/javascript";
    private static final String STYLE = "text/css";

    private static final Set<String> SCRIPTS = Set.of(
            "admin.js",
            "actions.js",
            "api.js",
            "attendance.js",
            "badges.js",
            "boards.js",
            "calendar.js",
            "cards.js",
            "downloads.js",
            "elements.js",
            "forms.js",
            "imports.js",
            "leagues.js",
            "learner.js",
            "parked.js",
            "season.js",
            "top.js",
            "webhooks.js");

    /** Files shared with the learners' page. */
    private static final Set<String> LOGIN_SCRIPTS = Set.of("login.js", "token.js");

    private final byte[] page;

    AdminPage(Login login, JsonMapper json) throws IOException {
        page = read(FOLDER + "index.html")
                .replace("{{origin}}", login.origin())
                .replace("{{login}}", HtmlUtils.htmlEscape(json.writeValueAsString(login.settings(login.adminScope()))))
                .getBytes(StandardCharsets.UTF_8);
    }

    @ReadOperation(produces = HTML)
    WebEndpointResponse<byte[]> page() {
        return answer(page, HTML);
    }

    @ReadOperation(produces = {SCRIPT, STYLE})
    WebEndpointResponse<byte[]> file(@Selector String name) throws IOException {
        if (name.equals("admin.css")) {
            return answer(bytes(FOLDER + name), STYLE);
        }
        if (LOGIN_SCRIPTS.contains(name)) {
            return answer(bytes(LOGIN_FOLDER + name), SCRIPT);
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
