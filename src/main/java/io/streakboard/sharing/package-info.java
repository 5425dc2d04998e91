/** Batches concurrent reads: callers that ask at the same time share one round trip. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.sharing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
