/** Who asks at the same moment shares a round trip. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.sharing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
