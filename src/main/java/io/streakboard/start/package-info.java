/** Checks at start, and their failure messages. */
@NullMarked
@ApplicationModule(allowedDependencies = {"redis", "time", "web"})
package io.streakboard.start;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
