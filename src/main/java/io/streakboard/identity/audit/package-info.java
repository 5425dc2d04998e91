/** What admins did: who, when, what, with which reason, and what came of it. */
@NullMarked
package io.streakboard.identity.audit;

import org.jspecify.annotations.NullMarked;
