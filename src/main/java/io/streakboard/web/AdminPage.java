package io.streakboard.web;

import java.io.IOException;
import java.util.Set;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;
import org.springframework.util.MimeType;

/**
 * {@code /actuator/admin}: a page for admins. It has the same origin as the endpoints that it calls, so a browser needs
 * no permission to call them. Anyone may load the page, but the endpoints need a token.
 */
@Component
@WebEndpoint(id = "admin")
class AdminPage {

    private static final String FOLDER = "static/admin/";
    private static final String HTML = "text/html";
    private static final String SCRIPT = "text/javascript";
    private static final String STYLE = "text/css";

    private static final Set<String> SCRIPTS = Set.of(
            "admin.js",
            "actions.js",
            "api.js",
            "attendance.js",
            "boards.js",
            "calendar.js",
            "cards.js",
            "downloads.js",
            "elements.js",
            "forms.js",
            "imports.js",
            "learner.js",
            "season.js",
            "top.js");

    @ReadOperation(produces = HTML)
    WebEndpointResponse<byte[]> page() throws IOException {
        return file("index.html", HTML);
    }

    @ReadOperation(produces = {SCRIPT, STYLE})
    WebEndpointResponse<byte[]> file(@Selector String name) throws IOException {
        if (name.equals("admin.css")) {
            return file(name, STYLE);
        }
        return SCRIPTS.contains(name)
                ? file(name, SCRIPT)
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    /**
     * Bytes and no {@code Resource}, of which Spring would serve ranges, and answer a malformed range with the whole
     * file.
     */
    private static WebEndpointResponse<byte[]> file(String name, String type) throws IOException {
        return new WebEndpointResponse<>(
                new ClassPathResource(FOLDER + name).getContentAsByteArray(),
                MimeType.valueOf(type + ";charset=UTF-8"));
    }
}
