/** Seasons by date: created ahead, opened and ended by the clock, each with its own tables. */
@NullMarked
@ApplicationModule(allowedDependencies = {"identity", "time", "web"})
package io.streakboard.season;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
