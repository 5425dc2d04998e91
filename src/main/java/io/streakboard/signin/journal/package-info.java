/**
 * A journal in Redis streams. Scripts of other rooms append entries; its consumers hand them in batches to the {@link
 * io.streakboard.signin.journal.JournalSink}.
 */
@NullMarked
package io.streakboard.signin.journal;

import org.jspecify.annotations.NullMarked;
