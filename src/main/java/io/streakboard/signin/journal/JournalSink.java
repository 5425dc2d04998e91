package io.streakboard.signin.journal;

import java.util.List;

/**
 * Records the journal's entries. Implemented by the module that appends them, because the journal does not know their
 * meaning.
 */
public interface JournalSink {

    /**
     * Records all entries durably, or fails and records none. The same entries may come again in other batches.
     *
     * @throws IllegalArgumentException if an entry cannot be understood
     */
    void record(List<JournalEntry> entries);

    /**
     * Called for recorded entries if some of them had already left the journal: another consumer removed them, or Redis
     * lost them, possibly with other recent data.
     */
    void missing(List<JournalEntry> entries);
}
