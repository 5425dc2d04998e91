/** The OpenAPI document: what the controllers do not say by themselves. */
@NullMarked
@ApplicationModule(allowedDependencies = {"web", "identity"})
package io.streakboard.openapi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
