/** The ledger of each season, and what came too late for one. */
@NullMarked
package io.streakboard.points.ledger;

import org.jspecify.annotations.NullMarked;
