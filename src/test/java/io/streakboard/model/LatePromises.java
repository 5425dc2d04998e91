package io.streakboard.model;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import io.streakboard.model.Books.Row;
import io.streakboard.model.Books.Season;
import io.streakboard.model.Deed.Key;
import io.streakboard.model.Oracle.Expected;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Late is only what arrived after the seal of its season, and no season is sealed before what it has to wait for. */
record LatePromises(Oracle oracle, Books books) {

    void check(Findings findings) {
        lateRowsAreOnRecord(findings);
        nothingIsLateThatWasKnownInTime(findings);
        settledSeasonsAreWhole(findings);
    }

    private void lateRowsAreOnRecord(Findings findings) {
        var late = books.late().stream().collect(groupingBy(Books.Late::key));
        findings.expect(
                "late rows are in points_late with their points",
                books.ledger().stream()
                        .filter(Row::late)
                        .filter(row -> late.getOrDefault(row.key(), List.of()).stream()
                                .noneMatch(each -> each.season() == row.season() && each.points() == row.points())));
    }

    private void nothingIsLateThatWasKnownInTime(Findings findings) {
        var early = books.ledger().stream()
                .filter(Row::late)
                .flatMap(row -> Stream.ofNullable(oracle.expected(row.key())))
                .filter(expected -> expected.punctual() != null)
                .collect(groupingBy(expected -> String.valueOf(expected.punctual()), toList()));
        findings.expect(
                "nothing is late that was known before its season was sealed",
                early.entrySet().stream()
                        .map(group -> "%d activities, though %s: %s"
                                .formatted(
                                        group.getValue().size(),
                                        group.getKey(),
                                        group.getValue().getFirst().deed())));
    }

    private void settledSeasonsAreWhole(Findings findings) {
        var seasonOf = books.ledger().stream().collect(toMap(Row::key, Row::season, (one, other) -> one));
        findings.expect(
                "settled seasons have all that was known in time",
                books.seasons().stream().filter(Season::settled).flatMap(season -> lack(season, seasonOf)));
    }

    private Stream<String> lack(Season season, Map<Key, Long> seasonOf) {
        long lacking = oracle.expected().stream()
                .filter(expected -> expected.punctual() != null)
                .map(Expected::deed)
                .filter(deed -> oracle.almanac().monthOf(deed.at()).equals(season.month()))
                .filter(deed -> seasonOf.getOrDefault(deed.key(), 0L) != season.id())
                .count();
        return lacking == 0 ? Stream.empty() : Stream.of(season + " lacks " + lacking + " activities");
    }
}
