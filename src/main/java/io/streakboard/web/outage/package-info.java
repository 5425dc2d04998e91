/** Logs once that a store is away, and once that it is back. */
@NullMarked
package io.streakboard.web.outage;

import org.jspecify.annotations.NullMarked;
