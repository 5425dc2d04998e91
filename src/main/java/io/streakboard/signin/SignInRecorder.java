package io.streakboard.signin;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.LearnerKeys;
import io.streakboard.signin.calendar.Bitmaps;
import io.streakboard.signin.journal.JournalEntry;
import io.streakboard.signin.journal.JournalSink;
import java.util.List;
import org.springframework.stereotype.Component;

/** Records the sign-ins that the journal holds. */
@Component
class SignInRecorder implements JournalSink {

    private final SignInLog signInLog;
    private final Bitmaps bitmaps;
    private final CalendarBits bits;
    private final DeletedLearners deleted;
    private final LearnerKeys keys;

    SignInRecorder(SignInLog signInLog, Bitmaps bitmaps, CalendarBits bits, DeletedLearners deleted, LearnerKeys keys) {
        this.keys = keys;
        this.signInLog = signInLog;
        this.bitmaps = bitmaps;
        this.bits = bits;
        this.deleted = deleted;
    }

    @Override
    public void record(List<JournalEntry> entries) {
        signInLog.record(entries.stream()
                .filter(this::isOfItsLearner)
                .map(EntryFields::signIn)
                .toList());
    }

    /** Takes note of the key that the entry has. An entry of another key with the same id does not count. */
    private boolean isOfItsLearner(JournalEntry entry) {
        var key = entry.fields().get(JournalEntry.KEY);
        return key == null || keys.met(EntryFields.signIn(entry).learner(), key);
    }

    /**
     * Sets the bits of the entries again. If Redis has lost the entries, it may have lost the bits as well, and a
     * rebuild may have read MySQL before the entries reached it. The bits come from the entries, because MySQL may not
     * answer.
     */
    @Override
    public void missing(List<JournalEntry> entries) {
        bitmaps.merge(bits.of(entries.stream()
                .map(EntryFields::signIn)
                .filter(signIn -> !deleted.contains(signIn.learner()))
                .toList()));
    }
}
