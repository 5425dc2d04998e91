/** Batches the work of many callers: reads that share a round trip, and writes a moment later. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.sharing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
