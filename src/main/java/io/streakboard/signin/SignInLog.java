package io.streakboard.signin;

import io.streakboard.time.Utc;
import java.util.Comparator;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The table {@code sign_in_log}, the audit trail, to which the durable calendar is kept alongside. */
@Component
class SignInLog {

    private final JdbcTemplate jdbc;
    private final SignInMonths months;
    private final ApplicationEventPublisher events;

    SignInLog(JdbcTemplate jdbc, SignInMonths months, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.months = months;
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
        months.add(byKey);
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
}
