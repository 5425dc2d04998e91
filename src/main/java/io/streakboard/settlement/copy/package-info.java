/** The copy of a board into a table, page by page, by any number of instances. */
@NullMarked
package io.streakboard.settlement.copy;

import org.jspecify.annotations.NullMarked;
