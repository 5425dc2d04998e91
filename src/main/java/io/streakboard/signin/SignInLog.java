package io.streakboard.signin;

import io.streakboard.signin.SignIn.Kind;
import io.streakboard.time.Utc;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The tables {@code sign_in_log} and {@code sign_in_month}: the audit trail and the durable calendar. */
@Component
class SignInLog {

    private record Month(long user, LocalDate first) {}

    private record Bits(int days, int makeUps, int freezes) {

        Bits or(Bits other) {
            return new Bits(days | other.days, makeUps | other.makeUps, freezes | other.freezes);
        }
    }

    private static final Comparator<Month> BY_KEY =
            Comparator.comparingLong(Month::user).thenComparing(Month::first);

    private final JdbcTemplate jdbc;
    private final ApplicationEventPublisher events;

    SignInLog(JdbcTemplate jdbc, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    /**
     * Records sign-ins and announces them, in one transaction. Recording one again changes nothing, but announces it
     * again. Rows are written in the order of their keys, the same on all instances, so that none deadlock.
     */
    @Transactional
    public void record(List<SignIn> signIns) {
        var byKey = signIns.stream()
                .sorted(Comparator.comparingLong(SignIn::user).thenComparing(SignIn::day))
                .toList();
        appendToLog(byKey);
        mergeIntoMonths(byKey);
        events.publishEvent(new SignInsRecorded(byKey));
    }

    private void appendToLog(List<SignIn> signIns) {
        jdbc.batchUpdate(
                """
                INSERT INTO sign_in_log (user_id, day, kind, streak, points, signed_at) VALUES (?, ?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE kind = kind
                """,
                signIns.stream()
                        .map(signIn -> new Object[] {
                            signIn.user(),
                            signIn.day(),
                            signIn.kind().name(),
                            signIn.streak(),
                            signIn.points(),
                            Utc.column(signIn.at())
                        })
                        .toList());
    }

    private void mergeIntoMonths(List<SignIn> signIns) {
        var months = new TreeMap<Month, Bits>(BY_KEY);
        for (var signIn : signIns) {
            int day = bit(signIn.day());
            months.merge(
                    month(signIn, signIn.day()), new Bits(day, signIn.kind() == Kind.MAKE_UP ? day : 0, 0), Bits::or);
            for (int gap = 1; gap <= signIn.frozen(); gap++) {
                var missed = signIn.day().minusDays(gap);
                months.merge(month(signIn, missed), new Bits(0, 0, bit(missed)), Bits::or);
            }
        }
        jdbc.batchUpdate(
                """
                INSERT INTO sign_in_month (user_id, month, days, make_ups, freezes) VALUES (?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE
                    days = days | VALUES(days), make_ups = make_ups | VALUES(make_ups), freezes = freezes | VALUES(freezes)
                """,
                months.entrySet().stream()
                        .map(month -> new Object[] {
                            month.getKey().user(),
                            month.getKey().first(),
                            month.getValue().days(),
                            month.getValue().makeUps(),
                            month.getValue().freezes()
                        })
                        .toList());
    }

    private static Month month(SignIn signIn, LocalDate day) {
        return new Month(signIn.user(), day.withDayOfMonth(1));
    }

    private static int bit(LocalDate day) {
        return 1 << day.getDayOfMonth() - 1;
    }
}
