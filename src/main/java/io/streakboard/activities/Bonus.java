package io.streakboard.activities;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.streakboard.web.LocalizedText;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * More points for some time.
 *
 * @param name names the bonus in the ledger
 * @param title names it for people; the name if absent
 * @param types the types that it raises; empty: all but sign-ins
 * @param percent of the usual points, rounded down; 200 is double
 * @param dailyCap whether the daily caps rise with the points
 * @param from the first instant of activities that it raises
 * @param to the first instant after it
 */
record Bonus(
        @NotBlank @Pattern(regexp = "[a-z][a-z0-9-]{0,31}") String name,
        @Nullable @Size(max = 100) LocalizedText title,
        @DefaultValue List<String> types,
        @Min(101) @Max(1000) int percent,
        @DefaultValue("scaled") Cap dailyCap,
        @NotNull Instant from,
        @NotNull Instant to) {

    enum Cap {
        @JsonProperty("scaled")
        SCALED,
        @JsonProperty("unchanged")
        UNCHANGED
    }

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    Bonus {
        title = title == null || title.isBlank() ? LocalizedText.of(String.valueOf(name)) : title;
        types = List.copyOf(types);
        if (from != null && to != null && !from.isBefore(to)) {
            throw new IllegalArgumentException("to must be after from");
        }
        if (from != null && from.isBefore(EARLIEST) || to != null && to.isAfter(LATEST)) {
            throw new IllegalArgumentException("from and to must lie between %s and %s".formatted(EARLIEST, LATEST));
        }
    }

    /** Never null after construction. */
    @Override
    public LocalizedText title() {
        return title == null ? LocalizedText.of(name) : title;
    }

    boolean raises(String type, Instant occurredAt) {
        return !occurredAt.isBefore(from) && occurredAt.isBefore(to) && isFor(type);
    }

    boolean isFor(String type) {
        return types.isEmpty() ? !type.equals(Activity.SIGN_IN) : types.contains(type);
    }

    int points(int usual) {
        return (int) Math.min(Integer.MAX_VALUE, (long) usual * percent / 100);
    }

    @Nullable
    Integer cap(@Nullable Integer usual) {
        return usual == null || dailyCap == Cap.UNCHANGED ? usual : (Integer) points(usual);
    }
}
