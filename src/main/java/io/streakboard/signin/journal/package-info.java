/**
 * A journal in Redis streams: what others append to it in their scripts is handed in batches to their {@link
 * io.streakboard.signin.journal.Recorder}.
 */
@NullMarked
package io.streakboard.signin.journal;

import org.jspecify.annotations.NullMarked;
