/** How requests are read: strict values, bounded lists. The root stands on this room. */
@NullMarked
package io.streakboard.web.input;

import org.jspecify.annotations.NullMarked;
