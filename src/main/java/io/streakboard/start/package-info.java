/** What has to be right before the application starts, and what it says if it is not. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.start;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
