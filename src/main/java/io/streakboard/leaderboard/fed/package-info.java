/** Boards whose scores come from the ledger: what awards add, the fill of new boards, and the comparison with it. */
@NullMarked
package io.streakboard.leaderboard.fed;

import org.jspecify.annotations.NullMarked;
