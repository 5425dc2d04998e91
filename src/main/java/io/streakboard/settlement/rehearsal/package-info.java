/** Rehearsals: settlements of a copy of a live season's board. */
@NullMarked
package io.streakboard.settlement.rehearsal;

import org.jspecify.annotations.NullMarked;
