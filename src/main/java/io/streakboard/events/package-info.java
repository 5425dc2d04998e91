/** Delivers events: bounded threads for listeners, redelivery, parking of undeliverable events. */
@NullMarked
@ApplicationModule(allowedDependencies = {"identity", "sharing", "time", "web"})
package io.streakboard.events;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
