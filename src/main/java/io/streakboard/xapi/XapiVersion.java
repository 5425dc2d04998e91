package io.streakboard.xapi;

import io.streakboard.web.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The supported versions of xAPI. A client may name any patch of them, as the standard says. */
final class XapiVersion {

    static final String HEADER = "X-Experience-API-Version";

    static final List<String> ALL = List.of("1.0.3", "2.0.0");

    private XapiVersion() {}

    /** @throws Problem if none of the supported versions is asked for */
    static void require(@Nullable String asked) {
        if (asked == null) {
            throw Problem.invalid(HEADER, "is required", "required");
        }
        if (supported(asked).isEmpty()) {
            throw Problem.invalid(HEADER, "must be '1.0.3' or '2.0.0'", "one-of", Map.of("allowed", ALL));
        }
    }

    /** The version of an answer, also of a refusal: the newest if no supported one is asked for. */
    static String answering(@Nullable String asked) {
        return Optional.ofNullable(asked).flatMap(XapiVersion::supported).orElse(ALL.getLast());
    }

    private static Optional<String> supported(String asked) {
        return switch (asked.replaceFirst("^([12]\\.0)(\\.[0-9]{1,3})?$", "$1")) {
            case "1.0" -> Optional.of(ALL.getFirst());
            case "2.0" -> Optional.of(ALL.getLast());
            default -> Optional.empty();
        };
    }
}
