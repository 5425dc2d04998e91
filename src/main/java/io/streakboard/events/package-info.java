/** Keeps the event publication registry moving: bounded listeners, resubmission, parking. */
@NullMarked
@ApplicationModule(allowedDependencies = {"time", "web"})
package io.streakboard.events;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
