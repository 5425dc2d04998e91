/** Reading of requests: strict values, bounded lists. */
@NullMarked
package io.streakboard.web.input;

import org.jspecify.annotations.NullMarked;
