package io.streakboard.imports.kinds;

import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a line.
 *
 * @param violation the error, by the name of the column; null if the line was taken in, now or before
 */
public record LineResult(LineOutcome outcome, @Nullable Violation violation) {

    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");
    private static final String COUNTED_BEFORE =
            ViolationCode.COUNTED_BEFORE.of(null).code();

    public static LineResult of(LineOutcome outcome) {
        return new LineResult(outcome, null);
    }

    /** @param violation by the name of the field in the API */
    static LineResult of(LineOutcome outcome, Violation violation) {
        return new LineResult(outcome, violation.at(column(violation.field())));
    }

    public static LineResult malformed(Violation violation) {
        return new LineResult(LineOutcome.INVALID, violation);
    }

    /** @param violations the error of each line; empty if it was taken in */
    static List<LineResult> of(List<Optional<Violation>> violations) {
        return violations.stream()
                .map(violation -> violation.map(LineResult::refused).orElseGet(() -> of(LineOutcome.ACCEPTED)))
                .toList();
    }

    private static LineResult refused(Violation violation) {
        return violation.code().equals(COUNTED_BEFORE) ? of(LineOutcome.DUPLICATE) : of(LineOutcome.INVALID, violation);
    }

    /** {@code occurredAt} is the column {@code occurred_at}. */
    private static @Nullable String column(@Nullable String field) {
        if (field == null) {
            return null;
        }
        return field.equals("learner")
                ? "user_id"
                : CAPITAL.matcher(field).replaceAll("_$0").toLowerCase(Locale.ROOT);
    }
}
