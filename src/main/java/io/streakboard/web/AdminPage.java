package io.streakboard.web;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;
import org.springframework.util.MimeType;

/**
 * {@code /actuator/admin}: a page for admins. It stands beside the endpoints that it asks, so a browser needs no leave to
 * ask them. Anyone may have the page; the endpoints want a token.
 */
@Component
@WebEndpoint(id = "admin")
class AdminPage {

    private static final String FOLDER = "static/admin/";
    private static final String HTML = "text/html";
    private static final String SCRIPT = "text/javascript";
    private static final String STYLE = "text/css";

    private static final Map<String, String> FILES =
            Map.of("admin.js", SCRIPT, "api.js", SCRIPT, "elements.js", SCRIPT, "admin.css", STYLE);

    @ReadOperation(produces = HTML)
    WebEndpointResponse<Resource> page() {
        return file("index.html", HTML);
    }

    @ReadOperation(produces = {SCRIPT, STYLE})
    WebEndpointResponse<Resource> file(@Selector String name) {
        var type = FILES.get(name);
        return type == null ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND) : file(name, type);
    }

    private static WebEndpointResponse<Resource> file(String name, String type) {
        return new WebEndpointResponse<>(
                new ClassPathResource(FOLDER + name), MimeType.valueOf(type + ";charset=UTF-8"));
    }
}
