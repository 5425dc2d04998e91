package io.streakboard.web.requests;

import io.streakboard.web.FileUpload;
import io.streakboard.web.Problem;
import io.streakboard.web.log.ControlCharacters;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.util.MimeTypeUtils;

/** Checks what is the same on all routes: media types, encodings, {@code Accept} and the query. */
final class RequestValidator {

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");

    private RequestValidator() {}

    static @Nullable ProblemDetail problem(HttpServletRequest request) {
        if (!isContentType(request)) {
            return FileUpload.is(request)
                    ? FileUpload.unsupported()
                    : Problem.detail(
                            HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                            "unsupported-media-type",
                            "Bodies are JSON in UTF-8, but no forms. The Content-Type must say so.");
        }
        if (!isEncoding(request)) {
            return Problem.detail(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "unsupported-media-type",
                    "This route does not take this Content-Encoding.");
        }
        if (!isAccept(request)) {
            return Problem.detail(HttpStatus.NOT_ACCEPTABLE, "not-acceptable", "The header Accept is malformed.");
        }
        return isQuery(request)
                ? null
                : Problem.invalid(
                                "query",
                                "is malformed, has control characters or too many parameters",
                                "malformed",
                                Map.of("expected", "query"))
                        .getBody();
    }

    /** Refuses unreadable types, and forms, whose bodies the server would read as parameters. */
    private static boolean isContentType(HttpServletRequest request) {
        var header = request.getContentType();
        if (header == null) {
            return true;
        }
        try {
            var type = MediaType.parseMediaType(header);
            var charset = type.getCharset();
            return type.isConcrete()
                    && (charset == null || charset.equals(StandardCharsets.UTF_8))
                    && (WITHOUT_BODY.contains(request.getMethod()) || !isForm(type));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static boolean isForm(MediaType type) {
        return type.getType().equals("multipart") || MediaType.APPLICATION_FORM_URLENCODED.equalsTypeAndSubtype(type);
    }

    private static boolean isEncoding(HttpServletRequest request) {
        var encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        return encoding == null
                || encoding.isBlank()
                || encoding.equalsIgnoreCase("identity")
                || FileUpload.takes(request, encoding);
    }

    /** Parses each type separately, because the actuator refuses empty ones between commas. */
    private static boolean isAccept(HttpServletRequest request) {
        try {
            for (var header : Collections.list(request.getHeaders(HttpHeaders.ACCEPT))) {
                MimeTypeUtils.tokenize(header).forEach(MediaType::parseMediaType);
            }
            return true;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** Asks for a parameter, because only then the server reports a malformed query. */
    private static boolean isQuery(HttpServletRequest request) {
        if (request.getQueryString() == null) {
            return true; // forms are refused, so there are no other parameters
        }
        try {
            return request.getParameterMap().entrySet().stream()
                    .allMatch(parameter -> ControlCharacters.isPlain(parameter.getKey())
                            && Arrays.stream(parameter.getValue()).allMatch(ControlCharacters::isPlain));
        } catch (IllegalStateException malformed) {
            return false;
        }
    }
}
