/** Completes the OpenAPI document where controllers don't describe themselves. */
@NullMarked
@ApplicationModule(allowedDependencies = {"web", "identity"})
package io.streakboard.openapi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
