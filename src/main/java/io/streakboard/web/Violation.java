package io.streakboard.web;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Why something was refused, or not done in full.
 *
 * @param field null if the violation concerns no field
 * @param message what is wrong, in English
 * @param code the same for programs, such as required or max
 * @param parameters the values in the message, such as the greatest value allowed
 */
public record Violation(@Nullable String field, String message, String code, Map<String, ?> parameters) {

    /** The same violation in another field, such as a column of a file. */
    public Violation at(@Nullable String field) {
        return new Violation(field, message, code, parameters);
    }

    /** For people: "size: must be less than or equal to 100". */
    public String text() {
        return field == null ? message : field + ": " + message;
    }

    /** Several violations for people; null if there are none. */
    public static @Nullable String text(List<Violation> violations) {
        return violations.isEmpty()
                ? null
                : violations.stream().map(Violation::text).collect(joining("; "));
    }

    /**
     * The stored form of violations with a {@code ViolationCode}, without their words: {@code
     * [["daily-cap-leaves",null,"50","5","10"]]}, each with its field and its parameters. Null if there are none.
     */
    public static @Nullable String stored(List<Violation> violations) {
        return violations.isEmpty()
                ? null
                : JsonMapper.shared().writeValueAsString(forms(violations).toList());
    }

    /** The elements of the {@link #stored} form. */
    public static Stream<Object> forms(List<Violation> violations) {
        return violations.stream()
                .map(each -> Stream.concat(Stream.of(each.code, each.field), each.parameters.values().stream())
                        .toArray());
    }
}
