/** Events with their positions, and the thread that assigns them. Independent of the events' data and readers. */
@NullMarked
package io.streakboard.feed.table;

import org.jspecify.annotations.NullMarked;
