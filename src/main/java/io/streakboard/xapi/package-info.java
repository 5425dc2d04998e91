/** Takes xAPI statements of learning platforms as activities. Statements are not kept: this is no record store. */
@NullMarked
@ApplicationModule(allowedDependencies = {"activities", "points", "identity", "rulebook", "time", "web"})
package io.streakboard.xapi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
