package io.streakboard.imports.kinds;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.web.FormulaEscape;
import io.streakboard.web.Text;
import io.streakboard.web.Violation;
import io.streakboard.web.ViolationCode;
import io.streakboard.web.input.Iso;
import io.streakboard.web.input.StrictNumbers;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of a line, by the names of their columns. */
public class Fields {

    private static final Instant FIRST = Instant.parse("1000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-30T00:00:00Z");

    /** A field has another form than its column. */
    public static class Malformed extends RuntimeException {

        private final transient Violation violation;

        private Malformed(Violation violation) {
            super(violation.text());
            this.violation = violation;
        }

        public Violation violation() {
            return violation;
        }
    }

    private final List<String> columns;
    private final String[] values;
    private final boolean taken;

    /** @param values as many as there are columns */
    public Fields(List<String> columns, String[] values) {
        this(columns, values, true);
    }

    /** @param taken whether the line is taken in; false if the file is only looked through */
    public Fields(List<String> columns, String[] values, boolean taken) {
        this.columns = columns;
        this.values = values;
        this.taken = taken;
    }

    /** Without the apostrophes that exports put before formulas. */
    String text(String column) {
        return FormulaEscape.unescaped(value(column));
    }

    private String value(String column) {
        return values[columns.indexOf(column)];
    }

    /** Null if the field is empty, or the file has no such column. */
    @Nullable
    String optional(String column) {
        if (!columns.contains(column)) {
            return null;
        }
        var text = text(column);
        return text.isEmpty() ? null : text;
    }

    /** A whole number as in JSON. */
    long number(String column) {
        try {
            return StrictNumbers.parseLong(value(column));
        } catch (NumberFormatException malformed) {
            throw new Malformed(ViolationCode.NOT_A_NUMBER.of(column, Text.shown(value(column))));
        }
    }

    /** The learner whom a column names. */
    long learner(String column, LearnerKeys keys) {
        if (!keys.areTexts()) {
            return number(column);
        }
        var key = text(column);
        var id = taken ? keys.idOrTaken(key) : keys.idUnnoted(key);
        if (id == null) {
            throw new Malformed(ViolationCode.NOT_A_LEARNER.of(column, Text.shown(key)));
        }
        return id;
    }

    /** Null if the field is empty. */
    @Nullable
    Long optionalNumber(String column) {
        return optional(column) == null ? null : (Long) number(column);
    }

    /** A time as in JSON, but only of years that MySQL can store. */
    Instant instant(String column) {
        try {
            var instant = Iso.instant(value(column));
            if (!instant.isBefore(FIRST) && !instant.isAfter(LAST)) {
                return instant;
            }
        } catch (DateTimeException malformed) {
            // the same as one out of range
        }
        throw new Malformed(ViolationCode.NOT_A_TIME.of(column, Text.shown(value(column))));
    }
}
