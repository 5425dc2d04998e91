package io.streakboard.points;

import io.streakboard.web.Sentence;
import io.streakboard.web.Sentence.Coded;
import io.streakboard.web.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why an activity was not paid in full, or not at all. The ledger keeps the sentence; a constant in small letters is its
 * code.
 */
public enum Reason {
    DAILY_CAP_REACHED("the daily cap of {cap} points is reached"),
    DAILY_CAP_LEAVES("the daily cap of {cap} points leaves {left} of {points}"),
    SEASON_FULL("a season's total holds at most {most} points"),
    SEASON_CLOSED("season {home} was closed already, so this counts for {season}"),
    COUNTED_BEFORE("counted before"),
    LEARNER_DELETED("learner: has been deleted"),
    LEARNER_NOT_POSITIVE("learner: must be positive"),
    TEXT_BROKEN("type, sourceId: " + Text.HALF),
    TYPE_UNKNOWN("type: '{type}' is not one of {types}"),
    SOURCE_ID_LENGTH("sourceId: must have 1 to {most} characters"),
    SOURCE_ID_BLANKS("sourceId: must not begin or end with a blank"),
    SOURCE_ID_NOT_THE_DAY("sourceId: must be the day of the sign-in, {day}"),
    IN_THE_FUTURE("occurredAt: {time} lies in the future"),
    BEFORE_THE_FIRST_SEASON("occurredAt: {time} lies before the first season"),
    TOO_MANY_SEASONS("occurredAt: {time} has no season, and no more of the past are opened"
            + " before some are settled (streakboard.season.past-at-once)"),
    LEDGER_EXPIRED("occurredAt: the ledger of the season of {time} has expired");

    private static final String AND = "; ";
    private static final Coded BY_ADMIN = new Coded("by-admin", Map.of());
    private static final Coded OTHER = new Coded("other", Map.of());

    @SuppressWarnings("ImmutableEnumChecker") // a record of two texts
    private final Sentence sentence;

    Reason(String template) {
        this.sentence = new Sentence(name().toLowerCase(Locale.ROOT).replace('_', '-'), template);
    }

    /** @param values one for each place of the sentence, in this order */
    public String with(Object... values) {
        return sentence.with(values);
    }

    /** Two reasons at once. */
    static String both(String one, @Nullable String other) {
        return other == null ? one : one + AND + other;
    }

    /** The reasons that a text names. What an admin wrote is nobody's code. */
    public static List<Coded> in(Outcome outcome, @Nullable String text) {
        if (text == null) {
            return List.of();
        }
        if (outcome == Outcome.ADJUSTED) {
            return List.of(BY_ADMIN);
        }
        return read(text)
                .map(List::of)
                .orElseGet(() -> Arrays.stream(text.split(AND))
                        .map(part -> read(part).orElse(OTHER))
                        .toList());
    }

    private static Optional<Coded> read(String text) {
        return Arrays.stream(values())
                .flatMap(reason -> reason.sentence.read(text).stream())
                .filter(coded -> coded.parameters().values().stream().noneMatch(value -> value.contains(AND)))
                .findFirst();
    }
}
