package io.streakboard.model;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;

import io.streakboard.model.Books.Row;
import io.streakboard.model.Deed.Key;
import io.streakboard.model.Oracle.Expected;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;

/** Every acknowledged activity is in exactly one ledger, nothing else is in any, and no day pays more than its cap. */
record LedgerPromises(Oracle oracle, Books books) {

    /** What one deed of a type pays, and what a learner gets for the type on a day at most. */
    private record Price(int points, long cap) {}

    private static final Map<String, Price> PRICES = Map.of(
            "LESSON", new Price(10, 50),
            "QUESTION", new Price(5, 20),
            "NOTE", new Price(3, 20),
            "REVIEW", new Price(10, Long.MAX_VALUE));

    private record DayOfType(long learner, LocalDate day, String type) {

        Price price() {
            return Objects.requireNonNull(PRICES.get(type));
        }
    }

    void check(Findings findings) {
        everythingIsInOneLedger(findings);
        nothingElseIsInAny(findings);
        adjustmentsAreAsAnswered(findings);
        daysPayTheirCaps(findings);
    }

    private void everythingIsInOneLedger(Findings findings) {
        var rows = books.ledger().stream().collect(groupingBy(Row::key));
        findings.expect(
                "every acknowledged activity is in a ledger",
                oracle.expected().stream().map(Expected::deed).filter(deed -> !rows.containsKey(deed.key())));
        findings.expect("no activity is in two ledgers", rows.values().stream().filter(several -> several.size() > 1));
        findings.expect(
                "every shout has its echo",
                books.ledger().stream()
                        .filter(row -> row.points() > 0 && row.key().sourceId().startsWith(Echoes.SHOUT))
                        .map(row -> echo(row.key()))
                        .filter(echo -> !rows.containsKey(echo)));
    }

    private static Key echo(Key shout) {
        return new Key(shout.learner(), shout.type(), Echoes.ECHO + shout.sourceId());
    }

    private static boolean isEcho(Row row) {
        return row.key().sourceId().startsWith(Echoes.ECHO);
    }

    private void nothingElseIsInAny(Findings findings) {
        findings.expect(
                "nothing is in a ledger that nobody did",
                books.ledger().stream()
                        .filter(row -> !row.key().type().equals(Deed.ADJUSTMENT))
                        .filter(row -> !oracle.mayBeOnRecord(original(row))));
    }

    private static Key original(Row row) {
        var key = row.key();
        return isEcho(row) ? new Key(key.learner(), key.type(), key.sourceId().substring(Echoes.ECHO.length())) : key;
    }

    private void adjustmentsAreAsAnswered(Findings findings) {
        var answered = oracle.adjustments().entrySet();
        var paid = books.ledger().stream()
                .filter(row -> row.key().type().equals(Deed.ADJUSTMENT))
                .collect(toMap(Row::key, Row::points, Integer::sum));
        findings.expectSame("adjustments are in the ledger as answered", answered, paid.entrySet());
        findings.expectSame(
                "adjustments are on record as answered",
                answered,
                books.adjustments().entrySet());
    }

    /** The cap, or what all deeds are worth together: in whatever order they came, and whichever seasons took them. */
    private void daysPayTheirCaps(Findings findings) {
        var worth = oracle.expected().stream()
                .map(Expected::deed)
                .filter(deed -> PRICES.containsKey(deed.type()))
                .map(deed -> new DayOfType(deed.learner(), oracle.almanac().dayOf(deed.at()), deed.type()))
                .collect(groupingBy(day -> day, summingLong(day -> day.price().points())));
        var paid = books.ledger().stream()
                .filter(row -> PRICES.containsKey(row.key().type()) && !isEcho(row))
                .collect(groupingBy(
                        row -> new DayOfType(
                                row.key().learner(), row.day(), row.key().type()),
                        summingLong(Row::points)));
        findings.expect(
                "a day pays its cap, or all that was done",
                worth.entrySet().stream()
                        .filter(day -> paid.getOrDefault(day.getKey(), 0L)
                                != Math.min(day.getValue(), day.getKey().price().cap()))
                        .map(day -> "%s paid %d for deeds worth %d under a cap of %d"
                                .formatted(
                                        day.getKey(),
                                        paid.getOrDefault(day.getKey(), 0L),
                                        day.getValue(),
                                        day.getKey().price().cap())));
    }
}
