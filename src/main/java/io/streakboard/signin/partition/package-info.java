/** Spreads learners over Redis: all keys of a partition are in one hash slot. */
@NullMarked
package io.streakboard.signin.partition;

import org.jspecify.annotations.NullMarked;
