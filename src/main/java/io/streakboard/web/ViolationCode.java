package io.streakboard.web;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The possible violations of single items, each with its words. The name in small letters is the code for programs and
 * never changes. Stored violations have no words, so changed words apply to old violations, too; their parameters must stay
 * the same.
 */
public enum ViolationCode {
    DAILY_CAP_REACHED("the daily cap of {cap} points is reached"),
    DAILY_CAP_LEAVES("the daily cap of {cap} points leaves {left} of {points}"),
    SEASON_FULL("a season's total holds at most {most} points"),
    SEASON_CLOSED("season {home} was closed already, so this counts for {season}"),
    BY_ADMIN("{text}"),
    COUNTED_BEFORE("counted before"),
    LEARNER_DELETED("has been deleted"),
    LEARNER_NOT_POSITIVE("must be positive"),
    LEARNER_KEY_TAKEN("has a key whose id another learner has"),
    TEXT_BROKEN(Text.HALF),
    TYPE_UNKNOWN("'{type}' is not one of {types}"),
    SOURCE_ID_LENGTH("must have 1 to {most} characters"),
    SOURCE_ID_BLANKS("must not begin or end with a blank"),
    SOURCE_ID_NOT_THE_DAY("must be the day of the sign-in, {day}"),
    IN_THE_FUTURE("{time} lies in the future"),
    BEFORE_THE_FIRST_SEASON("{time} lies before the first season"),
    TOO_MANY_SEASONS("{time} has no season, and no more of the past are opened"
            + " before some are settled (streakboard.season.max-open-past-seasons)"),
    LEDGER_EXPIRED("the ledger of the season of {time} has expired"),
    NOT_UTF_8("the line is not UTF-8"),
    NOT_CSV("a quote is not closed, or text follows a closed quote: nothing from here on is read"),
    RECORD_LENGTH("no record ends within {most} bytes: nothing from here on is read"),
    LINE_LENGTH("the line has more than {most} characters"),
    COLUMNS("expected {expected} columns, found {found}"),
    NOT_A_NUMBER("'{value}' is not a number"),
    NOT_A_LEARNER("'{value}' is not the key of a learner"),
    NOT_A_TIME("'{value}' is not a time such as 2026-11-21T08:00:00Z"),
    REQUIRED("is required"),
    TEXT_LENGTH("must have 1 to {most} characters"),
    CONTROL_CHARACTERS("must not have control characters"),
    NOTHING_VISIBLE("must have a character that can be seen"),
    NOT_AN_ADDRESS("must be an https address of a public host and of at most {most} characters"),
    BADGE_UNKNOWN("there is no badge '{badge}'"),
    LEVEL_UNKNOWN("{level} is not one of {levels}"),
    SAID_OTHERWISE("the file has said {points} already"),
    CORRECTED_SINCE("import {import}, which is newer, has said {points}"),
    RANGE("must be from {min} to {max}"),
    BOARD_UNKNOWN("there is no such board that takes scores"),
    SCORES_FROM_LEDGER("the scores of {board} come from the ledger; send activities"),
    NOT_FOR_THIS_BOARD("is not for {board}, which takes a {field}"),
    VISIBLE_CHARACTERS("must be 1 to {most} visible characters"),
    TOO_LONG_AGO("{time} lies before {first}"),
    EXTRA_LENGTH("must have at most {most} bytes"),
    NOT_AN_OBJECT("must be a JSON object whose numbers fit a double"),
    NEVER_OPENED("the season of {time} was never opened"),
    NOT_KEPT("the scores of {period} are no longer kept"),
    PARTITIONS_FULL("{board} has {most} partitions in {period}, and can have no more"),
    LATE_PARTITIONS_FULL(
            "{board} got {most} partitions after the end of their periods in a day, and gets no more for now"),
    BEFORE_THE_START("{time} lies before {start}, when the board starts"),
    AFTER_THE_END("{time} is not before {end}, when the board ends");

    private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");

    private final String words;

    ViolationCode(String words) {
        this.words = words;
    }

    /** @param values the values of the parameters, in the order of the words */
    public Violation of(@Nullable String field, Object... values) {
        var parameters = new LinkedHashMap<String, String>();
        var next = List.of(values).iterator();
        var message = PARAMETER.matcher(words).replaceAll(match -> {
            var value = next.next().toString();
            parameters.put(match.group(1), value);
            return Matcher.quoteReplacement(value);
        });
        return new Violation(field, message, code(), parameters);
    }

    /** Reads stored violations and adds the current words. */
    public static List<Violation> read(@Nullable String stored) {
        return stored == null ? List.of() : readForms(JsonMapper.shared().readValue(stored, String[][].class));
    }

    /** Reads the elements of the stored form. */
    public static List<Violation> readForms(String[][] forms) {
        return Arrays.stream(forms)
                .map(each -> read(each[0], each[1], Arrays.copyOfRange(each, 2, each.length)))
                .toList();
    }

    /** A newer version of the program may have stored a code that this one has no words for: its values are told. */
    private static Violation read(String code, @Nullable String field, String[] values) {
        return Arrays.stream(values())
                .filter(each -> each.code().equals(code))
                .findFirst()
                .map(known -> known.of(field, (Object[]) values))
                .orElseGet(
                        () -> new Violation(field, (code + " " + String.join(", ", values)).strip(), code, Map.of()));
    }

    private String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
