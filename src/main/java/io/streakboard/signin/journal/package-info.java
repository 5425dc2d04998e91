/**
 * A journal in Redis streams: entries that others append in their scripts are handed in batches to their {@link
 * io.streakboard.signin.journal.Recorder}.
 */
@NullMarked
package io.streakboard.signin.journal;

import org.jspecify.annotations.NullMarked;
