package io.streakboard.model;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.streakboard.model.Books.Row;
import io.streakboard.model.Books.Signed;
import io.streakboard.model.Books.SignedDay;
import io.streakboard.model.Deed.Key;
import java.time.LocalDate;
import java.util.Objects;

/** Every acknowledged sign-in is in log and calendar, and paid once, as the log says. */
record SignInPromises(Oracle oracle, Books books) {

    void check(Findings findings) {
        var logged = books.signIns().stream().map(SignedDay::signed).collect(toSet());
        findings.expect(
                "acknowledged sign-ins are in sign_in_log",
                oracle.expected().stream()
                        .map(Oracle.Expected::deed)
                        .filter(deed -> deed.type().equals(Deed.SIGN_IN))
                        .map(deed -> new Signed(deed.learner(), LocalDate.parse(deed.sourceId())))
                        .filter(signed -> !logged.contains(signed)));
        findings.expectSame("the calendar has the days of sign_in_log", logged, books.calendar());
        var paid = books.ledger().stream()
                .filter(row -> row.key().type().equals(Deed.SIGN_IN))
                .collect(toMap(Row::key, Row::points, Integer::sum));
        findings.expect(
                "sign-ins are paid as sign_in_log says",
                books.signIns().stream()
                        .filter(each -> !Objects.equals(paid.get(key(each.signed())), each.points()))
                        .map(each -> each + ", paid " + paid.get(key(each.signed()))));
    }

    private static Key key(Signed signed) {
        return new Key(signed.learner(), Deed.SIGN_IN, signed.day().toString());
    }
}
