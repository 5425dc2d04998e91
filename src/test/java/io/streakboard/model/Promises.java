package io.streakboard.model;

import java.util.List;
import java.util.stream.Stream;

/** Compares what is on record with the model, row by row, and tells which promises are broken. Pure. */
final class Promises {

    private Promises() {}

    static List<String> broken(Oracle oracle, Books books) {
        var findings = new Findings();
        findings.expect(
                "everything is delivered",
                Stream.of(books.undelivered()).filter(left -> left > 0).map(left -> left + " left"));
        new SignInPromises(oracle, books).check(findings);
        new LedgerPromises(oracle, books).check(findings);
        new LatePromises(oracle, books).check(findings);
        new BoardPromises(books).check(findings);
        findings.expect("deleted learners are gone", tracesOfDeletedLearners(oracle, books));
        return findings.broken();
    }

    private static Stream<?> tracesOfDeletedLearners(Oracle oracle, Books books) {
        var deleted = oracle.deleted();
        return Stream.of(
                        books.signIns().stream()
                                .filter(each -> deleted.contains(each.signed().learner())),
                        books.ledger().stream()
                                .filter(row -> deleted.contains(row.key().learner())),
                        books.totals().values().stream()
                                .flatMap(List::stream)
                                .filter(total -> deleted.contains(total.learner())),
                        books.boards().values().stream()
                                .flatMap(List::stream)
                                .filter(place -> deleted.contains(place.learner())),
                        books.traces().entrySet().stream()
                                .filter(trace -> trace.getValue().stream().anyMatch(deleted::contains))
                                .map(trace -> "in " + trace.getKey()))
                .flatMap(traces -> traces);
    }
}
