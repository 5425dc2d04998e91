/** Limits on the requests and bodies of each caller. */
@NullMarked
package io.streakboard.identity.limits;

import org.jspecify.annotations.NullMarked;
