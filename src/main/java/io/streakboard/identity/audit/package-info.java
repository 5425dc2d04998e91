/** Records what admins did: who, when, what, why, and what came of it. */
@NullMarked
package io.streakboard.identity.audit;

import org.jspecify.annotations.NullMarked;
