/** The rules by which learners are paid and ranked, as versions of one document that all instances follow. */
@NullMarked
@ApplicationModule(allowedDependencies = {"identity", "sharing", "start", "time", "web"})
package io.streakboard.rulebook;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
