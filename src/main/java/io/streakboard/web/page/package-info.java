/** The page for learners, and the parts that other pages embed. */
@NullMarked
package io.streakboard.web.page;

import org.jspecify.annotations.NullMarked;
