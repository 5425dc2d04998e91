package io.streakboard.web;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer as it came.
 *
 * @param status 0 if none came
 */
record Reply(int status, String head, String body) {

    private static final JsonMapper JSON = new JsonMapper();

    /** {@code java.lang.String}, {@code [Ljava}, {@code SomeException}, {@code Object@1b2c3d4e}. */
    private static final Pattern CLASS_NAME = Pattern.compile(
            "\\b[a-z]\\w*(\\.[a-z]\\w*)+\\.[A-Z]\\w+|\\[L[a-z]|\\w(Exception|Error)\\b|\\w@[0-9a-f]{6,8}\\b");

    static Reply of(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        if (!text.startsWith("HTTP/1.1 ")) {
            return new Reply(0, "", text);
        }
        int end = text.indexOf("\r\n\r\n");
        var head = text.substring(0, end).toLowerCase(Locale.ROOT);
        return new Reply(Integer.parseInt(text.substring(9, 12)), head, plain(head, text.substring(end + 4)));
    }

    /** Answers are short: a chunk or two. */
    private static String plain(String head, String body) {
        return head.contains("transfer-encoding: chunked")
                ? body.replaceAll("(?m)(^|\\r\\n)[0-9a-f]+\\r\\n", "")
                : body;
    }

    /** Whether it has the one shape that all refusals have. */
    boolean isProblem(boolean withBody) {
        if (!head.contains("content-type: application/problem+json")) {
            return false;
        }
        if (!withBody) {
            return true;
        }
        try {
            var problem = JSON.readTree(body);
            return problem.path("status").asInt() == status
                    && problem.path("type").asString().startsWith("urn:streakboard:problem:")
                    && !problem.path("title").asString().isBlank()
                    && !problem.path("detail").asString().isBlank();
        } catch (RuntimeException malformed) {
            return false;
        }
    }

    boolean namesAClass() {
        return CLASS_NAME.matcher(body).find();
    }
}
