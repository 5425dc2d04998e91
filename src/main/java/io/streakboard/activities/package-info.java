/** Activities: what learners have done, told by course modules, services and the sign-ins' journal. */
@NullMarked
@ApplicationModule(allowedDependencies = {"points", "signin", "season", "identity", "time", "web"})
package io.streakboard.activities;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
