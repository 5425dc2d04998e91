/** The layout of learners and their bitmaps in Redis, fixed by the first start. */
@NullMarked
package io.streakboard.signin.layout;

import org.jspecify.annotations.NullMarked;
