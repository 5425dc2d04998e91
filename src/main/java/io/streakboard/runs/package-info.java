/** Long jobs with progress, one run at a time: starting, running in the background, stopping, ending. */
@NullMarked
@ApplicationModule(allowedDependencies = {"time", "web"})
package io.streakboard.runs;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
