/** One long job at a time, with progress: how runs of jobs begin, go on in the background, stop and end. */
@NullMarked
@ApplicationModule(allowedDependencies = {"time", "web"})
package io.streakboard.runs;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
