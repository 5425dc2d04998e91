/**
 * A journal in Redis streams. Scripts of other rooms append entries; the journal hands them in batches to the {@link
 * io.streakboard.signin.journal.Recorder}.
 */
@NullMarked
package io.streakboard.signin.journal;

import org.jspecify.annotations.NullMarked;
