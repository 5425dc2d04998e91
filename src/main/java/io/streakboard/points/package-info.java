/** Points: the ledger and the totals of each season. */
@NullMarked
@ApplicationModule(allowedDependencies = {"season", "identity", "sharing", "time", "web"})
package io.streakboard.points;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
