package io.streakboard.activities;

import io.streakboard.web.Problem;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Activities have a points type that this instance lacks, but that others have or had. All other activities of the
 * batch are taken in; it is to be sent again.
 */
public class TypeNotConfigured extends Problem {

    private static final String RETRY_AFTER_SECONDS = "10";

    private TypeNotConfigured(String detail) {
        super(HttpStatus.SERVICE_UNAVAILABLE, "type-not-configured", detail);
        getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }

    public static TypeNotConfigured of(List<String> types) {
        return new TypeNotConfigured(
                "This instance is not configured with %s, which others have or had. All other activities are taken in. Send them again."
                        .formatted(String.join(", ", types)));
    }
}
