/** How many requests a caller may make. */
@NullMarked
package io.streakboard.identity.limits;

import org.jspecify.annotations.NullMarked;
