/** Imports of past activities from files, read as a stream and taken in like any others. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {"activities", "points", "season", "signin", "events", "identity", "runs", "time", "web"})
package io.streakboard.imports;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
