/**
 * Keeps bad clients from harming others: bounds on connections and on requests under way.
 */
@NullMarked
package io.streakboard.web.overload;

import org.jspecify.annotations.NullMarked;
