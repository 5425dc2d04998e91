/** Opening balances: learners' points from before the first season. */
@NullMarked
@NamedInterface("opening")
package io.streakboard.points.opening;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
