/** The ledger of each season, and the postings that came too late for theirs. */
@NullMarked
package io.streakboard.points.ledger;

import org.jspecify.annotations.NullMarked;
