package io.streakboard.xapi;

import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The supported versions of xAPI. A client may name any patch of them, as the standard says. */
final class XapiVersion {

    static final String HEADER = "X-Experience-API-Version";

    static final List<String> ALL = List.of("1.0.3", "2.0.0");

    private XapiVersion() {}

    /** The version of the answer. */
    static String answering(@Nullable String asked) {
        if (asked == null) {
            throw Problem.invalid(HEADER, "is required", "required");
        }
        return switch (asked.replaceFirst("^([12]\\.0)(\\.[0-9]{1,3})?$", "$1")) {
            case "1.0" -> ALL.getFirst();
            case "2.0" -> ALL.getLast();
            default -> throw Problem.invalid(HEADER, "must be '1.0.3' or '2.0.0'", "one-of", Map.of("allowed", ALL));
        };
    }
}
