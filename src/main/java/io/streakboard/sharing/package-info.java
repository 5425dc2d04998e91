/** Batching, group commit, write-behind and retries of transactions. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.sharing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
