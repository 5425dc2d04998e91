/** An example of a course module: tells what learners have done, and listens to the points they get for it. */
@NullMarked
@ApplicationModule(allowedDependencies = {"activities", "leaderboard", "leaderboard :: scores", "points"})
package io.streakboard.courses;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
