/** How learners and their bitmaps are laid out in Redis, as the first start has decided. */
@NullMarked
package io.streakboard.signin.layout;

import org.jspecify.annotations.NullMarked;
