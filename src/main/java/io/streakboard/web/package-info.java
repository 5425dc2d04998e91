/** What every HTTP interface shares: one shape of error, bounds on lists and bodies. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
