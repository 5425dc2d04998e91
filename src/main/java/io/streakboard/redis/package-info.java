/** Access to Redis, shared by all modules that use it. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
