/** Events with their positions, and the thread that gives them. Knows neither what the events tell nor who reads them. */
@NullMarked
package io.streakboard.feed.table;

import org.jspecify.annotations.NullMarked;
