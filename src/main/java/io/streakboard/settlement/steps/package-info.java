/** The steps of a settlement: what each does, and the ledger of how far a season has come. */
@NullMarked
package io.streakboard.settlement.steps;

import org.jspecify.annotations.NullMarked;
