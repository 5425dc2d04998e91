/** The audit trail of admins: who, when, what, why, and the outcome. */
@NullMarked
package io.streakboard.identity.audit;

import org.jspecify.annotations.NullMarked;
