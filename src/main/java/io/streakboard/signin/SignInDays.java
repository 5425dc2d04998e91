package io.streakboard.signin;

import io.streakboard.signin.calendar.LearnerYear;
import io.streakboard.signin.calendar.YearBits;
import io.streakboard.signin.journal.JournalEntry;
import io.streakboard.signin.reconciliation.JournaledDays;
import io.streakboard.signin.script.SignInCommand;
import io.streakboard.signin.script.SignInScript;
import io.streakboard.time.BusinessTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Reads the days of sign-ins in the journal. */
@Component
class SignInDays implements JournaledDays {

    private final SignInScript script;
    private final CalendarBits bits;
    private final BusinessTime time;

    SignInDays(SignInScript script, CalendarBits bits, BusinessTime time) {
        this.script = script;
        this.bits = bits;
        this.time = time;
    }

    @Override
    public Map<LearnerYear, YearBits> bits(JournalEntry entry) {
        try {
            return bits.of(List.of(EntryFields.signIn(entry)));
        } catch (IllegalArgumentException malformed) { // possibly parked for that reason
            return Map.of();
        }
    }

    @Override
    public void append(long learner, LocalDate day, boolean madeUp) {
        script.journalAgain(new SignInCommand(learner, day, madeUp ? time.now() : acted(day)));
    }

    /**
     * The time of the sign-in is lost, too. The last moment of the day keeps equal scores ahead on the board.
     * A day was made up at a later time, so its own season may have ended, or never existed.
     */
    private Instant acted(LocalDate day) {
        var last = time.startOf(day.plusDays(1)).minusMillis(1);
        return last.isBefore(time.now()) ? last : time.now();
    }
}
