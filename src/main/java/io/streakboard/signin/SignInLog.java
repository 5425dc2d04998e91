package io.streakboard.signin;

import io.streakboard.identity.DeletedLearners;
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
    private final DeletedLearners deleted;
    private final ApplicationEventPublisher events;

    SignInLog(JdbcTemplate jdbc, SignInMonths months, DeletedLearners deleted, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.months = months;
        this.deleted = deleted;
        this.events = events;
    }

    /**
     * Records sign-ins and announces them, in one transaction. Recording one again changes nothing, but announces it
     * again; those of deleted learners are dropped. Rows are written in the order of their keys, the same on all instances, so that none deadlock.
     */
    @Transactional
    public void record(List<SignIn> signIns) {
        var gone = deleted.among(signIns.stream().map(SignIn::user).toList());
        var byKey = signIns.stream()
                .filter(signIn -> !gone.contains(signIn.user()))
                .sorted(Comparator.comparingLong(SignIn::user).thenComparing(SignIn::day))
                .toList();
        if (byKey.isEmpty()) {
            return;
        }
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
