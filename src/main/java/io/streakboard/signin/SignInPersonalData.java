package io.streakboard.signin;

import io.streakboard.identity.LearnerDeleted;
import io.streakboard.identity.PersonalData;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.reconciliation.RunHistory;
import io.streakboard.signin.script.RecentAnswers;
import java.time.LocalDate;
import java.util.List;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;

/** A learner's data in this module. The owner of each part exports and erases it. */
@Component
class SignInPersonalData implements PersonalData {

    /** @param log the entries still in the log; {@code days} has all days ever signed */
    record SignInData(List<LocalDate> days, List<SignInLog.LoggedSignIn> log) {}

    private final Calendars calendars;
    private final SignInLog signInLog;
    private final RecentAnswers recentAnswers;
    private final ParkedSignIns parked;
    private final RunHistory runs;

    SignInPersonalData(
            Calendars calendars,
            SignInLog signInLog,
            RecentAnswers recentAnswers,
            ParkedSignIns parked,
            RunHistory runs) {
        this.calendars = calendars;
        this.signInLog = signInLog;
        this.recentAnswers = recentAnswers;
        this.parked = parked;
        this.runs = runs;
    }

    @Override
    public String section() {
        return "signIns";
    }

    @Override
    public boolean knows(long learner) {
        return !calendars.whole(learner).days().isEmpty();
    }

    @Override
    public Object of(long learner) {
        return new SignInData(calendars.whole(learner).days(), signInLog.of(learner));
    }

    /**
     * Entries in the journal are dropped when it is drained. Each deletion comes twice, two minutes apart; by the
     * second time no run for the learner is under way. Answers are found by the days, so they are deleted first.
     */
    @ApplicationModuleListener
    void on(LearnerDeleted deleted) {
        long learner = deleted.learner();
        recentAnswers.erase(learner, calendars.whole(learner).days());
        calendars.erase(learner);
        parked.remove(learner);
        signInLog.erase(learner);
        runs.erase(learner);
    }
}
