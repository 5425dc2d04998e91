/** How Redis is talked to, shared by all modules that do. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
