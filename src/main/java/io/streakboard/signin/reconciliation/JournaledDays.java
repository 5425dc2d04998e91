package io.streakboard.signin.reconciliation;

import io.streakboard.signin.calendar.LearnerYear;
import io.streakboard.signin.calendar.YearBits;
import io.streakboard.signin.journal.JournalEntry;
import java.time.LocalDate;
import java.util.Map;

/** The form of signed days in the journal. Implemented by the room that signs days. */
public interface JournaledDays {

    /** The bits that an entry sets; none if it is malformed. */
    Map<LearnerYear, YearBits> bits(JournalEntry entry);

    /** Appends a signed day to the journal once more. A make-up counts from now on. */
    void append(long learner, LocalDate day, boolean madeUp);
}
