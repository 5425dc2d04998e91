package io.streakboard.signin;

import io.streakboard.signin.calendar.Restoration;
import io.streakboard.signin.journal.JournalEntry;
import io.streakboard.signin.journal.Recorder;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Records the sign-ins that the journal holds. */
@Component
class SignInRecorder implements Recorder {

    private final SignInLog signInLog;
    private final Restoration restoration;

    SignInRecorder(SignInLog signInLog, Restoration restoration) {
        this.signInLog = signInLog;
        this.restoration = restoration;
    }

    @Override
    public void record(List<JournalEntry> entries) {
        signInLog.record(entries.stream().map(EntryFields::signIn).toList());
    }

    /** If Redis has lost the entries, it may have lost the bits as well, and a rebuild may have missed them. */
    @Override
    public void missing(List<JournalEntry> entries) {
        restoration.restore(
                entries.stream().map(EntryFields::signIn).map(SignIn::learner).collect(Collectors.toSet()));
    }
}
