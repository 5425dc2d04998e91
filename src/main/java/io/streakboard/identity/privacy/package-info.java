/** The visibility of learners on boards, and their pauses. */
@NullMarked
@NamedInterface("privacy")
package io.streakboard.identity.privacy;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
