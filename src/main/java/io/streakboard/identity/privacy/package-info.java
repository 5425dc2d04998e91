/** What learners let others see of them on boards. */
@NullMarked
@NamedInterface("privacy")
package io.streakboard.identity.privacy;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
