/**
 * Keeps bad clients from harming others: bounds on connections, deadlines for clients, refusal of too many requests.
 */
@NullMarked
package io.streakboard.web.overload;

import org.jspecify.annotations.NullMarked;
