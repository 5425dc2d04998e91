/** Business time, shared by all modules: one clock, one zone. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.time;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
