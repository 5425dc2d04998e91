/** For callers at the same time: reads share a round trip, writes come a moment later, lost races are tried again. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.sharing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
