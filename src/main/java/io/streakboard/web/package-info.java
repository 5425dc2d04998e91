/** Shared by all HTTP interfaces: one shape of errors, bounds on lists and bodies. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.streakboard.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
