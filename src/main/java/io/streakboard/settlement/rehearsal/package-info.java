/** Settlements of a copy, of a season that is still live. */
@NullMarked
package io.streakboard.settlement.rehearsal;

import org.jspecify.annotations.NullMarked;
