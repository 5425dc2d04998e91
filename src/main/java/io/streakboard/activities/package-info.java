/**
 * Takes in activities, which are what learners have done. They come from course modules, from services and from
 * sign-ins.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"points", "signin", "season", "identity", "time", "web"})
package io.streakboard.activities;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
