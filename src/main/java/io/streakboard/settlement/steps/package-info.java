/** The steps of a settlement and the ledger of their progress. */
@NullMarked
package io.streakboard.settlement.steps;

import org.jspecify.annotations.NullMarked;
