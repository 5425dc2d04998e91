/** How learners are spread over Redis: each partition of them is one hash slot. */
@NullMarked
package io.streakboard.signin.partition;

import org.jspecify.annotations.NullMarked;
