package io.streakboard.signin.journal;

import java.util.List;

/**
 * Records the journal's entries. Implemented by the module that appends them: the journal does not know their meaning.
 */
public interface Recorder {

    /**
     * Records entries durably: all of them, or none and fails. The same entries may come again, in other batches.
     *
     * @throws IllegalArgumentException if an entry cannot be understood
     */
    void record(List<JournalEntry> entries);

    /**
     * Called for recorded entries if some of them had already left the journal. Either another consumer has
     * taken them out, or Redis has lost them, and other data of that time with them.
     */
    void missing(List<JournalEntry> entries);
}
