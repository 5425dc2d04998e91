package io.streakboard.imports.kinds;

import io.streakboard.web.Code;
import io.streakboard.web.Mistake;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a line.
 *
 * @param mistake why it was not taken in, by the name of the column; null if it was, now or before
 */
public record LineResult(LineOutcome outcome, @Nullable Mistake mistake) {

    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");
    private static final String COUNTED_BEFORE = Code.COUNTED_BEFORE.of(null).code();

    public static LineResult of(LineOutcome outcome) {
        return new LineResult(outcome, null);
    }

    /** @param mistake by the name of the field in the API */
    static LineResult of(LineOutcome outcome, Mistake mistake) {
        return new LineResult(outcome, mistake.at(column(mistake.field())));
    }

    public static LineResult malformed(Mistake mistake) {
        return new LineResult(LineOutcome.INVALID, mistake);
    }

    /** @param mistakes why each line was not taken in; empty if it was */
    static List<LineResult> of(List<Optional<Mistake>> mistakes) {
        return mistakes.stream()
                .map(mistake -> mistake.map(LineResult::refused).orElseGet(() -> of(LineOutcome.ACCEPTED)))
                .toList();
    }

    private static LineResult refused(Mistake mistake) {
        return mistake.code().equals(COUNTED_BEFORE) ? of(LineOutcome.DUPLICATE) : of(LineOutcome.INVALID, mistake);
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
