/** Delivers events: bounded threads for listeners, redelivery, parking of what cannot be delivered. */
@NullMarked
@ApplicationModule(allowedDependencies = {"identity", "sharing", "time", "web"})
package io.streakboard.events;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
