/** The caller: current learner, roles, names. Shared by all modules. */
@NullMarked
@ApplicationModule(allowedDependencies = {"sharing", "time", "web"})
package io.streakboard.identity;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
